"use strict";

module.exports = [
  {
    key: "night-trains",
    place: "Vienna",
    at: [48.1852, 16.3761],
    tags: ["Trains", "Night", "Slow Travel"],
    articles: {
      feature: [
        "The Quiet Return of the Night Train",
        "They were written off as slow, dear and old-fashioned. Now the berths for August are gone by March.",
      ],
      guide: [
        "How to Sleep on a Night Train",
        "Ear plugs, the right berth and something to eat at five: what the conductors tell their own families.",
      ],
      dispatch: [
        "Vienna to Rome, Leaving at Seven",
        "Fourteen hours, two countries, and one mountain range that nobody sees.",
      ],
      essay: [
        "Let Me Arrive Slowly",
        "To fall asleep in one city and wake in another is the nearest thing we have to magic, and it comes with breakfast.",
      ],
      history: [
        "Sheets, Lamps and a Bell for the Conductor",
        "A short life of the sleeping car, from the mahogany years to the folding berth.",
      ],
    },
    scenes: [
      "The departure board at Vienna's main station has a few minutes each evening when it reads like a novel: Rome, Venice, Hamburg, Zurich, Bucharest. Under it people stand about with pillows under their arms.",
      "The conductor takes the tickets and asks the only question that matters, which is coffee or tea. Outside the window the last suburb gives way to the first field, and somebody in the next compartment is already snoring.",
    ],
    facts: [
      "A couchette compartment has four or six berths, a sleeper one to three and a washbasin. The middle berth in a couchette is the one to ask for: warm enough, dark enough, and nobody's foot on your face.",
      "Night trains disappeared from much of western Europe between 2010 and 2016, when budget flights were at their cheapest. The lines that survived were mostly those over the Alps, and from these the network is growing back.",
      "A sleeping car is a poor business on paper. It carries a third as many people as a day coach and runs once in twenty-four hours; the railways that succeed treat the bed as a hotel room, and price it so.",
    ],
    argument:
      "The aeroplane saves a day and takes away the distance. On a night train distance is what you pay for: you feel each frontier as a change in the sound of the rails, and in the morning the light comes from a side you did not expect. You have not been delivered. You have travelled.",
    past: "The first sleeping cars crossed European borders in the eighteen-seventies, with velvet, gas lamps and a bell for the conductor. A century later a bed on rails was an ordinary thing, a blanket and a paper cup of water on the way to a seaside holiday.",
    steps: [
      "Book the berth the day sales open; the cheap ones are gone in hours.",
      "Eat before you board, and bring something for five in the morning.",
      "Put shoes, ticket and passport where your hand can find them in the dark.",
      "Sleep with your head towards the corridor. It is further from the wheels.",
    ],
    box: [
      ["Longest line", "About twenty hours"],
      ["Book ahead", "Three to six months in summer"],
      ["Bring", "Ear plugs and a scarf"],
    ],
    quote: [
      "People thank me in the morning as if I had done it. I only woke them.",
      "Ferenc Halmos",
      "sleeping-car conductor",
    ],
    endings: [
      "At breakfast there is a bay in the window, and nobody can say when it began.",
      "You step down a little crumpled, as from a good party, and the city has not even opened its shutters.",
    ],
  },
  {
    key: "ferries",
    place: "Oban, Argyll",
    at: [56.415, -5.471],
    tags: ["Ferries", "Sea", "Islands"],
    articles: {
      feature: [
        "The Boat Is the High Street",
        "On the islands off western Scotland the ferry brings the bread, the doctor and the gossip, in no fixed order.",
      ],
      guide: [
        "How to Be a Good Passenger",
        "Where to stand, when to eat, and why you should never be the last car on.",
      ],
      dispatch: [
        "Sailing Day on the Inner Isles",
        "Five harbours between breakfast and dusk, and a piano on the car deck.",
      ],
      essay: [
        "The Case for Waiting on the Quay",
        "When the boat is late there is nothing you can do about it, and that is rarer than you think.",
      ],
      history: [
        "From Rowing Boat to Roll-On",
        "Cattle used to swim behind. Then somebody thought of a door in the bow.",
      ],
    },
    scenes: [
      "The whole island knows the sound of her engine. Curtains move, a van is started, and by the time the ropes are ashore there are fourteen people on the pier with good reasons to be there.",
      "The first call is all sheepdogs, the second all schoolchildren. At the third a wedding comes aboard, complete with piano, and nobody on the crew so much as lifts an eyebrow.",
    ],
    facts: [
      "A lifeline ferry is planned by what must not fail: milk, fuel, post, school. Tourists fill the summer, but it is the empty sailings of February for which the ship is built.",
      "Bow doors turned an hour of cranes into ten minutes of driving. They also made the loading plan an art, because a ferry with the lorries on one side is a ferry with a list.",
      "If the forecast is bad, go low and go to the middle. A ship moves least where she would balance on a finger, and that is seldom where the view is.",
    ],
    argument:
      "A quay is one of the last public places where nothing is for sale and no one is late alone. The boat will come when the wind allows. Until then there is a bench, a notice about sheep, and a stranger who knows what became of the previous stranger.",
    past: "For most of their history the islands were joined by whoever had oars. Drovers swam their cattle across the narrow sounds at slack water; steam brought a timetable, and with it summer visitors, newspapers, and the notion that an island could be remote.",
    steps: [
      "Be there early and walk on if you can.",
      "Eat when the ship leaves harbour, not when you are hungry.",
      "Stand outside on the lee side, near the middle.",
      "Thank the person with the rope. You will meet again.",
    ],
    box: [
      ["Busiest month", "July"],
      ["Shortest crossing", "Seven minutes"],
      ["Cancelled", "Mostly in January"],
    ],
    quote: [
      "We never say she is late. We say she is not here yet.",
      "Catriona MacVey",
      "pier master",
    ],
    endings: [
      "The ramp comes up, the gap widens, and the people on the quay do not wave. They have seen you off before.",
      "When the engine stops you notice for the first time that it had been running all day.",
    ],
  },
  {
    key: "footpaths",
    place: "Saint-Jean-Pied-de-Port",
    at: [43.1634, -1.2374],
    tags: ["Walking", "Slow Travel", "Mountains"],
    articles: {
      feature: [
        "Eight Hundred Kilometres of Strangers",
        "On the road to Santiago nobody asks what you do for a living. They ask about your feet.",
      ],
      guide: [
        "What to Leave at Home",
        "The art of the long walk is subtraction. What walkers post home from the second village.",
      ],
      dispatch: [
        "Over the Pass Before Noon",
        "The steepest day comes first. After that, they say, it is only walking.",
      ],
      essay: [
        "Three Miles an Hour",
        "It is the speed at which you can read a sign, finish a thought and be overtaken by a snail of a bus.",
      ],
      history: [
        "Who Painted the Yellow Arrows?",
        "The oldest road in Spain was nearly forgotten. It came back with a few tins of paint left over from road works.",
      ],
    },
    scenes: [
      "There is a shop at the gate of the town that sells only what you forgot: blister plasters, ponchos, shells on a string. Its owner looks at your boots first and at your face afterwards.",
      "The road goes up for twenty kilometres and the mist comes up with it. Sheep bells, then nothing, then a voice singing in Korean, and a hand holds out half a banana.",
    ],
    facts: [
      "The French Way runs for about seven hundred and eighty kilometres from the Pyrenees to Santiago de Compostela. Most people take five weeks; the feet settle down after the first.",
      "A pack should weigh no more than a tenth of the person under it. Almost nobody manages that on the first day, and almost everybody by the tenth.",
      "The scallop shell was once proof that you had reached the sea. Now it points the way, its ribs running together like roads, and in every village the locals have their own theory as to which end is forward.",
    ],
    argument:
      "At three miles an hour the world is exactly the right size. A hill is an hour, a village is an event, and a day has one big question in it, which is where to sleep. I have tried to think of a problem that was not smaller by evening, and I have walked a long time over it.",
    past: "In the Middle Ages hundreds of thousands walked to Santiago; by the nineteen-seventies a parish office counted a few dozen in a year. Then a village priest began to mark the old route with yellow arrows, and people started, one after another, to follow them.",
    steps: [
      "Lay out what you want to take and put half of it back.",
      "Two pairs of socks to wear, one to sleep in, none for best.",
      "Stop at the first warm spot on your heel, not at the blister.",
      "Start before it is light and finish before it is hot.",
    ],
    box: [
      ["Length", "About 780 km"],
      ["Time", "Five weeks"],
      ["Best months", "May and September"],
    ],
    quote: [
      "On the first night everyone shows me what they have brought. On the last, what they threw away.",
      "Maite Etchart",
      "hostel keeper",
    ],
    endings: [
      "The arrow on the last milestone is so worn that you could miss it. Nobody does.",
      "In the evening forty pairs of boots stand on the stairs, steaming a little, as though they were talking it over.",
    ],
  },
  {
    key: "lighthouses",
    place: "A Coruña, Galicia",
    at: [43.3859, -8.4066],
    tags: ["Lighthouses", "Sea", "Architecture"],
    articles: {
      feature: [
        "The People Who Still Climb the Stairs",
        "The keepers are gone, the lamps look after themselves. And yet someone goes up every month with a cloth.",
      ],
      guide: [
        "Staying in a Keeper's Cottage",
        "Bring food for two days more than you booked, and a book that you do not mind finishing.",
      ],
      dispatch: [
        "A Night at the End of the Breakwater",
        "Four flashes every twenty seconds, and nothing to do but count them.",
      ],
      essay: [
        "A Light That Asks for Nothing",
        "It has no opinion about your ship. It only tells you, over and over, where it is itself.",
      ],
      history: [
        "Two Thousand Years of Keeping Watch",
        "The oldest working lighthouse in the world was built by Rome, and it has been on duty ever since, with a few long breaks.",
      ],
    },
    scenes: [
      "There are two hundred and thirty-four steps, and the man with the cloth has counted them so often that he no longer does. At the top he takes off his shoes, because the lens floor was polished by his grandfather.",
      "After dark the beam goes round the bedroom wall. For the first hour you wait for it; after that it is like a breath, and you sleep.",
    ],
    facts: [
      "Every light has its own rhythm, printed on the chart: so many flashes, so many seconds, red or white. A sailor who knows the rhythm knows the place, even if he has never been there.",
      "The great leap came in the eighteen-twenties, when rings of cut glass were set round the flame like the steps of a theatre. They caught light that had been lost upwards and down and sent it out to sea in one flat beam.",
      "Satellites have made most of the big lights unnecessary, and yet few have been put out. Electronics fail, fishermen ask for them, and councils that propose to save the current find the town hall full.",
    ],
    argument:
      "I like a thing that does one job in plain view. A lighthouse sells nothing, follows no one and does not improve itself overnight. It says *here*, and leaves the conclusions to you. Most of the advice I have had in my life was worse than that.",
    past: "The tower at A Coruña went up in the first or second century and was already old when charts called it the Tower of Hercules. Its outer ramp has gone, its shell was renewed in the eighteenth century, and inside it the Roman walls still stand to their full height.",
    steps: [
      "Ask how the supplies come, and what happens if they cannot.",
      "Bring slippers, a torch and something to cook that improves with keeping.",
      "Never walk round the gallery in a wind, however tame it looks.",
      "Write in the visitors' book. The next guest will read all of it.",
    ],
    box: [
      ["Steps", "234"],
      ["Character", "Four flashes in twenty seconds"],
      ["Range", "23 nautical miles"],
    ],
    quote: [
      "You do not clean a lens. You keep it from ever being dirty.",
      "Xoán Lameiro",
      "lens maintainer",
    ],
    endings: [
      "He comes down, locks the door and looks back once. It is still daylight; the lamp will not need him for hours.",
      "In the morning it has gone out, quite by itself, and the sea is simply there.",
    ],
  },
  {
    key: "canals",
    place: "Castelnaudary, Canal du Midi",
    at: [43.3186, 1.9542],
    tags: ["Canals", "Slow Travel", "Engineering"],
    articles: {
      feature: [
        "The Shade That Is Dying",
        "For two centuries plane trees kept the canal cool. Now they are being felled, and something else must grow.",
      ],
      guide: [
        "Your First Lock",
        "It is a bathtub with two doors. Here is how to go through without losing your temper or your hat.",
      ],
      dispatch: [
        "A Week at Six Kilometres an Hour",
        "Joggers overtake us. So do dogs. Somewhere after the third lock we stop minding.",
      ],
      essay: [
        "Nobody Ever Rushed a Canal",
        "A place that was built for hurry, in its day, has become the slowest we have.",
      ],
      history: [
        "Water Uphill: How the Midi Was Dug",
        "Twelve thousand people, fourteen years, and one stream that decided everything.",
      ],
    },
    scenes: [
      "The stumps are painted with numbers. Along this reach there were eleven hundred trees; the light that falls now between the banks is as hard as it is over a car park, and the lock keeper has bought a parasol.",
      "The hire boat is as wide as a bus and steers like a sofa. By the evening of the second day the children can take her round a bend, and nobody says the word *plan* any more.",
    ],
    facts: [
      "A lock moves boats with nothing but weight. Open the upper sluice and the chamber fills; open the lower and it empties; the gates, which meet in a shallow V, are held shut by the water itself.",
      "Canals need a supply at the very top, since every boat that passes the summit takes a lockful of water with it in each direction. Engineers looked first for a stream, and only afterwards for a route.",
      "The plane trees along the Midi fell ill with a fungus that reached Europe in wooden crates during the war. It travels by water, and there is no cure; by now tens of thousands have been felled and replaced with other kinds.",
    ],
    argument:
      "Canals were the motorways of their century, dug for profit by people in a hurry. It has taken two hundred years and the failure of the whole business to make them what they are: a long thin park with a speed limit that nobody wants to break.",
    past: "The Canal du Midi was finished in 1681 and joined the Mediterranean to the Garonne. Its maker was a tax collector with no training as an engineer, who had understood one thing: water from the Montagne Noire could be led to the watershed, and from there would run down both ways.",
    steps: [
      "Arrive slowly, put someone ashore, and let her look first.",
      "Keep a turn round the bollard and the end in your hand; never tie up.",
      "Stay forward of the sill, which is painted on the wall.",
      "Let the water do the work, and talk to the people beside you.",
    ],
    box: [
      ["Length", "240 km"],
      ["Locks", "63"],
      ["Speed limit", "8 km/h"],
    ],
    quote: [
      "The young trees will be beautiful. I will be dead, but they will be beautiful.",
      "Bernard Soulier",
      "lock keeper",
    ],
    endings: [
      "In the evening somebody carries a bucket to each sapling on the bank. It is not his job.",
      "We returned the boat with full tanks and no idea what day it was.",
    ],
  },
  {
    key: "mountain-huts",
    place: "Ortler Alps, South Tyrol",
    at: [46.5092, 10.5447],
    tags: ["Mountains", "Walking", "Architecture"],
    articles: {
      feature: [
        "Dumplings at Three Thousand Metres",
        "The cook has been up here for nineteen summers, and every egg came by cable.",
      ],
      guide: [
        "Hut Manners for Beginners",
        "Boots off, lights out at ten, and never take the peg by the stove.",
      ],
      dispatch: [
        "Snowed In in August",
        "We came for one night and stayed for three, with nineteen others and two packs of cards.",
      ],
      essay: ["Soup, Blanket, Bell", "Luxury is whatever you have walked six hours to reach."],
      history: [
        "Four Walls Above the Clouds",
        "The first huts were piles of stones for mapmakers. The hot water came rather later.",
      ],
    },
    scenes: [
      "The cable brings flour on Mondays, beer on Wednesdays and letters when it likes. The rest of the kitchen is one stove, two pans, and a woman who can tell by the sound of the door how far somebody has come.",
      "On the second morning the window was white and did not open. The warden put on water, looked us over, and fetched the cards from the drawer as if she had been expecting this all summer.",
    ],
    facts: [
      "Water boils at about ninety degrees at three thousand metres, so beans take for ever and dumplings have to be made smaller. Hut cooks have known it longer than the physics books.",
      "A hut lives on little: a spring or a tank of meltwater, a few panels on the roof, a stove. Everything that is carried up, down to the wrapping, has to be carried down again.",
      "You sign the hut book with your name and where you are going next. It is not for sentiment. If you do not arrive, that line is where the search begins.",
    ],
    argument:
      "The soup is thin, the blanket is grey, and at five somebody rings a bell. I have slept in hotels with nineteen kinds of pillow and forgotten them by the lift. But I could draw you every hut I ever reached in the rain.",
    past: "Alpine clubs began to build shelters in the eighteen-sixties, first for surveyors and a few rich climbers, then for anyone with boots. Timber, nails and window glass went up on people's backs, and some wardens' families have been there ever since.",
    steps: [
      "Reserve, and call if you cannot come; they will worry.",
      "Bring a sheet sleeping bag, cash and your own sandwich paper home.",
      "Leave boots, poles and wet jackets in the room that smells of them.",
      "Pay in the evening if you are leaving before six.",
    ],
    box: [
      ["Open", "Mid June to late September"],
      ["Lights out", "Ten o'clock"],
      ["Bring", "A sheet sleeping bag"],
    ],
    quote: [
      "They come up as doctors and lawyers. By supper they are all just hungry.",
      "Notburga Thöni",
      "hut warden",
    ],
    endings: [
      "The last guest gone, she turns the bench to the wall and sits down with her face to the sun.",
      "At five the bell rang, the sky was green, and there was coffee in a pot as big as a bucket.",
    ],
  },
  {
    key: "small-islands",
    place: "Sark, Channel Islands",
    at: [49.43, -2.362],
    tags: ["Islands", "Sea", "Slow Travel"],
    articles: {
      feature: [
        "An Island Without Cars",
        "Five hundred people, a few tractors and a great many bicycles: how Sark goes about its day.",
      ],
      guide: [
        "How to Visit a Small Place",
        "Islands are easily crowded. A short list of courtesies for those who come for a week.",
      ],
      dispatch: [
        "October on Sark",
        "The visitors have gone, the bracken has turned, and the pub has its voice back.",
      ],
      essay: [
        "The Edge Is Always in Sight",
        "On a small island you know exactly how much of everything there is.",
      ],
      history: [
        "Forty Houses and a Promise",
        "A rock nobody wanted was granted on condition that forty men would defend it. Their plots are still on the map.",
      ],
    },
    scenes: [
      "The fire engine is pulled by a tractor and so is the ambulance. On the main street, which has no pavement because it needs none, a horse stands outside the bank with its eyes shut.",
      "By the middle of October you can hear the sea from every bed on the island. Someone has put the tables in the shed, and the talk at the bar has slowed to the pace of people who will meet again tomorrow.",
    ],
    facts: [
      "Sark is about five kilometres long and nowhere much more than a hundred metres high. A narrow ridge, with a drop on either side, joins the two halves; until it was given railings, children crossed it in a gale on hands and knees.",
      "With no street lamps and no headlights it is dark here, properly dark, and in 2011 Sark became the first island to be recognised for it. People come in winter for the sky alone.",
      "Everything that arrives by boat costs more, and everything that breaks must be mended. Each household has a shed, and every shed is somebody else's spare parts.",
    ],
    argument:
      "On the mainland it is easy to believe that there is always more: more road, more water, a further shop. An island corrects you twice a day. You can see the edge from your kitchen, you know the level in the well, and you wave to everybody, since you will need them.",
    past: "In 1565 the Crown granted Sark to a Jersey gentleman provided that he settled forty families who could bear arms. The island was cut into forty holdings from cliff to lane, and for more than four centuries the owners of those farms sat, by right, in its parliament.",
    steps: [
      "Stay at least three nights; day trips use up the road and leave little behind.",
      "Buy what is sold there, and carry your rubbish home.",
      "Walk on the seaward side of the hedge, never through it.",
      "Greet first.",
    ],
    box: [
      ["Size", "5.4 square kilometres"],
      ["People", "About five hundred"],
      ["Getting there", "50 minutes from Guernsey"],
    ],
    quote: [
      "Visitors ask what we do in winter. We do the things they interrupted.",
      "Philippa Carré",
      "carter",
    ],
    endings: [
      "The last boat goes at five. After that, whoever is here is here.",
      "From the ferry it looks like a table someone has left out in the rain, with one lamp still burning on it.",
    ],
  },
  {
    key: "hot-springs",
    place: "Kinosaki, Hyōgo",
    at: [35.6266, 134.8137],
    tags: ["Hot Springs", "Winter", "Slow Travel"],
    articles: {
      feature: [
        "Seven Baths and a Willow River",
        "In Kinosaki the streets are corridors, the inns are bedrooms, and the bathrooms are public.",
      ],
      guide: [
        "Onsen for the Shy",
        "Wash first, leave the towel out of the water, and stop worrying: nobody is looking.",
      ],
      dispatch: [
        "Crab Season, With Steam",
        "It snows on your head while your feet are at forty-two degrees. There are worse Februaries.",
      ],
      essay: [
        "What Warm Water Knows",
        "Clothes off, telephone in a locker, chin at the waterline: democracy begins there.",
      ],
      history: [
        "Hot Water, Cold Politics",
        "Romans, emperors and city fathers have always known what to build if they wanted to be liked.",
      ],
    },
    scenes: [
      "At dusk the whole town comes out in cotton robes. Wooden sandals knock on the little stone bridges, steam lifts from the drains, and everyone is on the way from one bath to the next.",
      "Snow falls into the pool without a sound and is gone a hand's breadth above the water. Somebody has built a snowman on the rim and lent him a towel.",
    ],
    facts: [
      "You wash before you get in, sitting on a low stool, thoroughly. The pool is not for getting clean; it is for being clean in.",
      "Water counts as a hot spring in Japan if it leaves the ground at twenty-five degrees or more, or carries certain minerals. In practice the baths are kept at about forty-two, and ten minutes are plenty.",
      "Rain that fell on the mountains decades ago seeps down along faults, is heated by the rock, and rises again with whatever it has dissolved. No two springs taste alike, and bathers claim to know them blindfold.",
    ],
    argument:
      "In warm water there are no professions. The judge and the plumber sit chin-deep side by side, pink and wrinkled, and talk of the weather. I do not know any parliament that would not be better for it.",
    past: "Where hot water rises, somebody sooner or later puts a roof on it. The Romans did so at Bath, where a quarter of a million gallons still come up every day; the Ottomans built domes over the springs of Budapest, and people play chess under them.",
    steps: [
      "Leave your shoes at the door and your clothes in the basket.",
      "Sit down, soap everything, rinse everything, and rinse the stool too.",
      "Go in slowly, fold the small towel on your head, and be quiet for a bit.",
      "Get out before you want to, and drink something cold.",
    ],
    box: [
      ["Water", "42 °C"],
      ["Public baths", "Seven"],
      ["Crab season", "November to March"],
    ],
    quote: [
      "My guests arrive with shoulders up here. By the third bath they have come down.",
      "Noriko Hase",
      "innkeeper",
    ],
    endings: [
      "The sandals at the door are all alike. You take the pair that is still warm.",
      "By nine the street is empty, and from behind every paper window comes the sound of someone doing nothing at all.",
    ],
  },
];
