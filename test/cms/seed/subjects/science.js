"use strict";

module.exports = [
  {
    key: "dark-skies",
    place: "Mont-Mégantic, Québec",
    at: [45.4556, -71.1528],
    tags: ["Stars", "Night", "Winter"],
    articles: {
      feature: [
        "The Town That Turned Off Its Lamps",
        "It took thirty-three hundred light fittings and a great many evenings in village halls to get the Milky Way back.",
      ],
      guide: [
        "Stargazing With Nothing but Your Eyes",
        "No telescope, no app: a blanket, a flask and twenty minutes of patience.",
      ],
      dispatch: [
        "Minus Twenty and Clear",
        "On the summit the door is frozen shut, and inside seven people are waiting for a galaxy to rise.",
      ],
      essay: [
        "Afraid of the Wrong Dark",
        "We light our streets for safety and our gardens for no reason, and have lost the oldest view there is.",
      ],
      history: [
        "When Everyone Knew the Stars",
        "Farmers sowed by them and sailors steered by them. Now most of us could not point to three.",
      ],
    },
    scenes: [
      "At the edge of the village the lamps look down, not out. They are amber, no brighter than they need to be, and above the roofs the sky begins at once, without the usual orange hem.",
      "The snow squeaks, the eyelashes stick. Somebody passes round red torches, since white ones are forbidden, and for a while everyone looks like a photograph being developed.",
    ],
    facts: [
      "It takes the eye twenty to thirty minutes to adapt to darkness, and one look at a telephone to undo it. Red light does the least harm.",
      "From a really dark place you can see about two and a half thousand stars at a time. From the middle of a large city, perhaps a few dozen.",
      "A third of humanity can no longer see the Milky Way from home. Light thrown sideways and upwards is to blame for nearly all of it, and that light is also simply wasted.",
    ],
    argument:
      "I understand the fear of a dark street. But the lamp that dazzles you hides whoever stands beside it, and the floodlit hedge protects no one at all. We have put the night out as one puts out a cat, from habit, and not noticed how much of the house went with it.",
    past: "The Egyptians opened their year with the first dawn rising of Sirius. Polynesian navigators held a whole ocean in their heads as a compass of rising stars. Until electric light it was common knowledge, as the price of bread is now, and children had it by heart.",
    steps: [
      "Choose a night near new moon, and look up where the nearest town is: face the other way.",
      "Dress for ten degrees colder than it says.",
      "Lie down. Twenty minutes, no screens.",
      "Begin with one constellation and learn its neighbours.",
    ],
    box: [
      ["Dark adaptation", "20 to 30 minutes"],
      ["Best time", "Around new moon"],
      ["Stars in sight", "About 2,500"],
    ],
    quote: [
      "People whisper up here, and nobody has told them to.",
      "Solange Bélisle",
      "night guide",
    ],
    endings: [
      "On the way down we drove the last bend without lights, very slowly, and no one wanted them back on.",
      "It rose at ten past two, a smudge no bigger than a breath on glass, two and a half million years late and exactly when she had said.",
    ],
  },
  {
    key: "tides",
    place: "Saint-Malo, Brittany",
    at: [48.6493, -2.0257],
    tags: ["Sea", "Moon", "Coast"],
    articles: {
      feature: [
        "Twice a Day the Road Disappears",
        "On the bay of Saint-Malo people keep two calendars: one for the week and one for the water.",
      ],
      guide: [
        "How to Walk on the Sea Floor",
        "Start an hour before low water, know the way back, and never argue with a tide table.",
      ],
      dispatch: [
        "The Highest Water of the Year",
        "They come with folding chairs, in anoraks, to watch the waves climb over the sea wall and rinse the buses.",
      ],
      essay: [
        "An Appointment With the Moon",
        "It is the one timetable in the country that has never been changed.",
      ],
      history: [
        "Machines That Predicted the Sea",
        "Brass wheels, one for each pull of the sun and moon, and a pen that drew next year's water.",
      ],
    },
    scenes: [
      "At ten the fort is an island; at two there are families having a picnic under it. The path between is paved, slippery, and marked with a sign that has a skull on it, for those who do not read.",
      "The first wave over the wall gets a cheer, the second a shriek. By the sixth the promenade is a river, and a man in evening dress has decided to take off his shoes.",
    ],
    facts: [
      "The moon pulls hardest on the near side of the earth and least on the far side, and so there are two bulges, and two high waters a day, about twelve hours and twenty-five minutes apart.",
      "When sun, earth and moon stand in line, at new and full moon, their pulls add up and bring spring tides. The biggest come around the equinoxes; in this bay that means more than twelve metres between low and high.",
      "Shape does the rest. The bay is like a bath in which the water sloshes, and it happens to slosh in nearly the same time that the tide takes to return.",
    ],
    argument:
      "The railway alters its hours each December, the bank closes early, the baker is on holiday. But in the spring of 2090, on a certain Tuesday, at nineteen minutes to four, the sea will be exactly there, by the third step. I find that I sleep better for it.",
    past: "In 1872 a machine was built that added up the rhythms of the tide with pulleys and a cord. A year's forecast took it four hours. Such machines were kept secret in wartime, because whoever knew the water on a beach knew when one could land there.",
    steps: [
      "Read the tide table for the right harbour, and check whether it knows about summer time.",
      "Leave an hour before low water and turn round at low water.",
      "Mind the channels behind you; they fill first.",
      "If there is fog, do not go. If there is fog already, go back along your own footprints.",
    ],
    box: [
      ["High to high", "12 h 25 min"],
      ["Spring range", "Over 12 metres"],
      ["Highest", "Around the equinoxes"],
    ],
    quote: ["The sea is never late. It is always people.", "Yannig Le Floc'h", "harbour pilot"],
    endings: [
      "Half past four: the picnic folds up, the last child is carried, and the road is gone.",
      "By midnight there is seaweed on the tramlines and everyone is very pleased.",
    ],
  },
  {
    key: "fungi",
    place: "Białowieża",
    at: [52.7007, 23.8694],
    tags: ["Forest", "Mushrooms", "Autumn"],
    articles: {
      feature: [
        "What the Forest Does Underground",
        "A mushroom is the apple. The tree is beneath your feet, and it may be older than the village.",
      ],
      guide: [
        "Mushrooms: The First Five",
        "Learn five and eat those. A guide for the cautious, which is the only kind of mushroom hunter to be.",
      ],
      dispatch: [
        "Into the Woods With a Basket and a Grandmother",
        "She walks bent forward, hands behind her back, and sees everything that we step over.",
      ],
      essay: [
        "Neither Plant Nor Animal",
        "It took science a long time to say what cooks knew: they are something else.",
      ],
      history: [
        "The Honey Mushroom That Ate a Forest",
        "It covers more ground than a small town, weighs as much as a fleet of lorries, and almost nobody has ever seen it.",
      ],
    },
    scenes: [
      "Lift a log in the old forest and its underside is white with threads, fine as breath. They run from the wood into the soil, and from there to every tree within sight.",
      "The bus leaves the city at four, full of buckets. By seven the passengers have vanished between the trunks, each in a direction that is not to be discussed.",
    ],
    facts: [
      "Most trees live with fungi wrapped about their root tips. The fungus brings water and minerals from soil too fine for roots; the tree pays in sugar, by some estimates a tenth or more of all it makes.",
      "The part you pick is only for spreading spores. The rest is a mesh of threads a few thousandths of a millimetre thick; a teaspoonful of forest soil may hold a hundred metres of them.",
      "No rule of thumb tells good from deadly. Silver spoons, snail bites and pretty colours all lie, and the death cap is said to taste very pleasant.",
    ],
    argument:
      "They have no leaves, so we filed them under plants. They do not move, so we overlooked that they breathe in oxygen and digest their dinner, outside their bodies, like a guest who eats by becoming the table. In the great family tree they stand nearer to us than to the oak they feed.",
    past: "In the nineteen-nineties foresters in Oregon wondered why so many firs were dying. Samples taken kilometres apart were matched in the laboratory and turned out to be one and the same honey fungus: some nine square kilometres of it, and thousands of years old.",
    steps: [
      "Go with someone who knows, and keep going with her for several autumns.",
      "Learn five kinds thoroughly, with their doubles.",
      "Take the whole mushroom, foot and all; the foot decides.",
      "When in doubt leave it. You will be in doubt quite often.",
    ],
    box: [
      ["Season", "Late August to October"],
      ["Basket", "Yes. Plastic bag, never"],
      ["In doubt", "Leave it"],
    ],
    quote: [
      "I don't look for mushrooms. I look where I would be, if I were one.",
      "Halina Borowik",
      "forager",
    ],
    endings: [
      "It has rained by evening. Under the needles, everywhere, something the colour of bread is lifting the ground.",
      "She lets us carry the basket. The place she will take with her.",
    ],
  },
  {
    key: "weather",
    place: "Zugspitze, Bavaria",
    at: [47.4211, 10.9853],
    tags: ["Weather", "Mountains", "Measuring"],
    articles: {
      feature: [
        "Someone Has Been Writing Down the Weather",
        "Every half hour since the summer of 1900, with a gap of a few months, an observer has stepped outside and looked.",
      ],
      guide: [
        "Reading Clouds Before a Walk",
        "A few shapes, and what they are about to do. Correct often enough to be worth a jacket.",
      ],
      dispatch: [
        "The Balloon Goes Up at Noon",
        "It is as tall as a man when it leaves the hand and as wide as a house when it bursts.",
      ],
      essay: [
        "A Forty Per Cent Chance",
        "No one has ever been so blamed for being so nearly right.",
      ],
      history: [
        "The Telegraph That Outran the Storm",
        "Weather had always moved faster than news of it. In the eighteen-fifties that changed.",
      ],
    },
    scenes: [
      "The door opens inwards, since it is often buried. She steps on to the terrace, licks no finger, consults no screen, but turns slowly once about and says: seven eighths, stratocumulus, fog in the north. Then she writes it down.",
      "He holds the balloon by the neck, like a goose, and waits for the gust to pass. At twelve exactly he lets go, and at the same minute, in some eight hundred other places, so does somebody else.",
    ],
    facts: [
      "A five-day forecast today is about as good as a three-day one was twenty years ago. Skill has grown by roughly a day per decade, quietly, with few headlines.",
      "Weather balloons carry a box the size of a paper cup to thirty kilometres and more. It radios temperature, pressure and humidity all the way up, and comes down by parachute in somebody's field.",
      "A forty per cent chance of rain means that on ten days with such a forecast it should rain on four. If it rained on all ten, or on none, the forecaster would have been wrong.",
    ],
    argument:
      "We forgive the stock exchange, which did not see it coming. We forgive the doctor who says one must wait. But the forecaster tells us honestly how unsure she is, to the nearest tenth, and because our picnic fell into the four and not the six, we call her a liar.",
    past: "Storms cross a country at the speed of a horse, and until the telegraph no message did better. Once stations could report by wire, clerks drew the first maps of weather that was still happening, and harbours hoisted a cone when a gale was on its way.",
    steps: [
      "Look upwind, where tomorrow comes from.",
      "High wisps that thicken into a veil: rain within a day.",
      "Heaps that grow taller than they are wide before noon: be down by two.",
      "If the swallows fly low they are after insects. That is all, but the insects know.",
    ],
    box: [
      ["Balloons", "Twice a day, worldwide"],
      ["Height", "Over 30 km"],
      ["Series here", "Since 1900"],
    ],
    quote: [
      "Instruments tell you what the weather is. You still need someone to say what it is like.",
      "Theres Angerer",
      "observer",
    ],
    endings: [
      "The entry takes one line. There are some two million above it.",
      "Two hours later a text message: it has landed in a turnip field. A boy wants to know whether he may keep it.",
    ],
  },
  {
    key: "ice-cores",
    place: "Dome C, Antarctica",
    at: [-75.1, 123.35],
    tags: ["Ice", "Climate", "Measuring"],
    articles: {
      feature: [
        "Air From Before There Were People",
        "In a freezer at minus fifty lie three kilometres of ice, cut into lengths, with the weather of eight hundred thousand years inside.",
      ],
      guide: [
        "How to Read a Graph of the Climate",
        "Look at the axes, ask what was measured, and beware of lines that start at a convenient place.",
      ],
      dispatch: [
        "Midsummer at Minus Thirty",
        "The sun goes round and round, the drill goes up and down, and the cook has hidden the last lemons.",
      ],
      essay: [
        "The Longest Diary in the World",
        "It was written by snow, kept by cold, and we are just learning the handwriting.",
      ],
      history: [
        "A Hole in the Ice",
        "The first drillers went down to see whether it could be done, and threw most of it away.",
      ],
    },
    scenes: [
      "It looks like nothing: a cylinder as thick as a wrist, milky, with a saw mark. Hold it to your ear and it ticks. That is air, packed in before there was anyone to breathe it, letting itself out.",
      "Dinner is at seven because otherwise there would be no evening. Outside it is as bright as at noon, and the flags that mark the way to the toilet all point stiffly at Australia.",
    ],
    facts: [
      "Snow that never melts turns to ice under its own weight and traps little bubbles of air. Layer on layer they give a sample of the atmosphere for each season, deeper being older.",
      "The oldest continuous core from East Antarctica reaches back more than eight hundred thousand years. In all of that time there was never as much carbon dioxide in the air as there is today.",
      "Temperature is read from the water itself. In cold times fewer of the heavy kind of oxygen atoms make the journey to the pole, and so the ice keeps its own thermometer.",
    ],
    argument:
      "No diarist was ever so faithful. It noted volcanoes and sandstorms, the lead of Roman smelters, the spring in which bombs were tested. It draws no conclusions and it has no style; and it is, page by page, beginning to melt.",
    past: "The first deep hole was finished in northern Greenland in 1966, under a military camp dug into the snow. Only afterwards did someone think of looking at the oxygen in the ice, and there lay the ice ages, one under the other, like receipts in a drawer.",
    steps: [
      "Read both axes before you look at the line.",
      "Find out what was counted, and where.",
      "Ask how wide the band of uncertainty is, and whether it has been drawn.",
      "Look for the years that were left out.",
    ],
    box: [
      ["Depth", "3,270 metres"],
      ["Age", "More than 800,000 years"],
      ["Summer", "About −30 °C"],
    ],
    quote: [
      "The hard part is not getting it up. It is persuading it that it is still down there.",
      "Ragnhild Aas",
      "ice driller",
    ],
    endings: [
      "A piece left over from the saw went into a glass of whisky. It fizzed, politely, and for a second we breathed it too.",
      "The last box is labelled with a depth and a date. Before the door closes she puts her glove on it, as one does with a horse.",
    ],
  },
  {
    key: "sleep",
    place: "Tromsø",
    at: [69.6492, 18.9553],
    tags: ["Sleep", "Night", "Health"],
    articles: {
      feature: [
        "Two Months Without a Sunrise",
        "In Tromsø the sun stays away from late November till mid January. People here have opinions on curtains.",
      ],
      guide: [
        "A Better Night Without Buying Anything",
        "Light in the morning, dark in the evening, and getting up at the same time. Boring, free, and it works.",
      ],
      dispatch: [
        "Inside the Sleep Laboratory",
        "Twenty-two wires, one camera and a stranger behind the wall: now sleep as you usually do.",
      ],
      essay: [
        "In Defence of the Nap",
        "Twenty minutes, shoes off, face to the wall. Half of the world knows this, and the other half drinks coffee.",
      ],
      history: [
        "First Sleep, Second Sleep",
        "Old letters and court records speak of a waking hour in the middle of the night, as though everyone had one.",
      ],
    },
    scenes: [
      "At noon the sky over the harbour turns the blue of a gas flame for about an hour. In every window there is a paper star, and in every staircase a row of skis.",
      "They glue the last electrode behind your ear, switch off the light and wish you a good night over a loudspeaker. You have never been so awake.",
    ],
    facts: [
      "Sleep comes in rounds of about ninety minutes. Early in the night they are deep, towards morning they are full of dreams, and between two rounds everyone wakes for a moment and forgets it.",
      "The clock inside us runs a little slower than the day. Morning light sets it right; bright light late in the evening sets it back, which is why screens at midnight feel like half past ten.",
      "One bad night does far less harm than lying awake over it. The body pays back depth before length, and the second night does most of the mending.",
    ],
    argument:
      "The nap has a bad name in countries that are proud of being tired. And yet all day the curve of attention sags between one and three like an old sofa. You can prop it up with coffee and be cross, or you can lie down on it.",
    past: "Historians who read old diaries, plays and depositions kept finding a phrase, *first sleep*. People seem to have gone to bed soon after dark, woken round midnight to pray, talk or mend the fire, and slept again till morning. How widespread it was is disputed, over breakfast as well as in print.",
    steps: [
      "Get up at the same time, on Sundays too.",
      "Go outdoors before noon, even when it rains.",
      "Dim the house an hour before bed.",
      "If you lie awake, get up and read something mild until you are bored.",
    ],
    box: [
      ["One cycle", "About 90 minutes"],
      ["Polar night", "Late November to mid January"],
      ["Nap", "Twenty minutes"],
    ],
    quote: [
      "Everyone tells me they did not sleep. Then I show them the curve.",
      "Ellinor Bakken",
      "sleep technician",
    ],
    endings: [
      "On the day the sun comes back schools stop at noon, and there are buns.",
      "They woke me at six to say that I had slept. I had dreamt of wires.",
    ],
  },
  {
    key: "seeds",
    place: "Longyearbyen, Svalbard",
    at: [78.2383, 15.4914],
    tags: ["Seeds", "Farming", "Ice"],
    articles: {
      feature: [
        "A Library That Is Meant Never to Be Read",
        "Behind a steel door in the Arctic lie the seeds of more than a million harvests. One hopes that they stay there.",
      ],
      guide: [
        "Saving Seed From Your Own Tomatoes",
        "Let one get overripe, rinse, dry, label. Next year's plants are already in your kitchen.",
      ],
      dispatch: [
        "The Woman With Four Hundred Beans",
        "Black, speckled, violet, named after aunts: a kitchen dresser in Styria, and what is in its drawers.",
      ],
      essay: [
        "An Envelope Is an Act of Faith",
        "To put something away for a spring you may not see is the politest form of hope.",
      ],
      history: [
        "The Date Palm That Slept Two Thousand Years",
        "From a jar in a fortress to a flowerpot: the oldest seed that ever changed its mind.",
      ],
    },
    scenes: [
      "Only the entrance shows, a wedge of concrete sticking out of the hillside. Behind it a tunnel runs a hundred and thirty metres into the frozen rock, and the door at the end is white with frost.",
      "Each drawer has eight compartments, and each compartment a name in a different hand. She opens them with one finger. These came over the border in a hem, and those in a prayer book.",
    ],
    facts: [
      "The vault opened in 2008 and is kept at eighteen degrees below zero. If the power failed, the permafrost would hold it below freezing for a very long time.",
      "Seeds are not dead but very slow. Every ten degrees colder and every per cent drier lengthens their lives, until barley may sleep for centuries and wake within a week.",
      "The depositors keep the key, so to speak: a box belongs to whoever sent it. The first to ask for some back was a seed bank that had been driven out of Aleppo by war.",
    ],
    argument:
      "You dry them on a plate. You write a name and a year, fold the flap, and put them where no mouse can come. No one has asked you to and nobody will thank you; it only means that, in your opinion, there will be a spring, and someone in it with dirt beneath her nails.",
    past: "In the nineteen-sixties archaeologists at Masada found a handful of date stones in a jar. They lay in a drawer for forty years more. In 2005 one was soaked, fed and set in a pot, and it came up: a palm of a kind that had not been seen since the Romans.",
    steps: [
      "Choose your best plant, not your best tomato.",
      "Leave pulp and seeds in a glass for three days until the jelly has gone.",
      "Rinse, spread out on a plate, and turn them daily until they rattle.",
      "Keep them in paper, dry, dark, with a name and a year.",
    ],
    box: [
      ["Cold", "−18 °C"],
      ["Kinds stored", "More than a million samples"],
      ["Tomato seed keeps", "Five years or so"],
    ],
    quote: [
      "I don't collect beans. I look after them for somebody I have not met.",
      "Waltraud Pichler",
      "seed saver",
    ],
    endings: [
      "Outside, a reindeer was standing on the roof of the most important larder in the world, eating moss.",
      "She gave me seven in a twist of newspaper. I was to send back ten.",
    ],
  },
];
