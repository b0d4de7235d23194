"use strict";

module.exports = [
  {
    key: "bees",
    place: "Ljubljana",
    at: [46.0569, 14.5058],
    tags: ["Bees", "Gardens", "Farming"],
    articles: {
      feature: [
        "Hives on the Roof of the Opera",
        "Sixty thousand tenants, no complaints, and a honey that tastes of lime trees and the Tuesday market.",
      ],
      guide: [
        "A Garden Bees Will Visit",
        "Something in flower from February to October, a dish of water, and a corner that you leave alone.",
      ],
      dispatch: [
        "A Swarm on the Number Six",
        "They settled on a bus stop at ten past five. What happened next was a lesson in queueing.",
      ],
      essay: [
        "The Other Twenty Thousand",
        "Everyone wants to save the bee. Hardly anyone could name the ones that need it.",
      ],
      history: [
        "Painted Doors",
        "In Slovenia beehives had pictures on the front so that the bees, it was said, would know the way home. The jokes were for the neighbours.",
      ],
    },
    scenes: [
      "You go up through the flies, past a cardboard forest and half of a gondola. On the roof it is warm, the city hums, and then you see that it is not the city.",
      "It looked like a beard on the timetable. People stood in a half circle, at a distance that they had agreed on without a word, till a woman got off her bicycle and asked whether anybody had a cardboard box.",
    ],
    facts: [
      "A worker bee lives for about six weeks in summer and makes, in all that time, less than half a teaspoon of honey. A jar is some two million visits to flowers.",
      "A forager that has found something good dances on the comb. The angle gives the direction from the sun, the length of the waggle gives the distance, and in the dark the others read it with their feet.",
      "There are about twenty thousand kinds of bee, and only a handful make honey. Most live alone, in a stem or in a hole in the ground, and are gone before you have fetched your glasses.",
    ],
    argument:
      "The honey bee has keepers, vets and a lobby. What it has in common with the red mason, the hairy-footed flower bee or the one that sleeps in bellflowers is roughly what a cow has with a gazelle. Put up a hive if you like. But if you want to help, stop sweeping.",
    past: "From the middle of the eighteenth century peasants in Carniola kept bees in long flat boxes, stacked like drawers, with a plank at the front. Somebody began to paint them: saints at first, then bears, giants, a devil who sharpens a gossip's tongue. Some six hundred themes are known.",
    steps: [
      "Plant for the gaps: crocus in February, ivy in October.",
      "Choose single flowers; double ones are shut to visitors.",
      "Leave hollow stems standing until spring.",
      "Put out water with stones in it, so that no one drowns.",
    ],
    box: [
      ["Kinds of bee", "About 20,000"],
      ["Summer worker", "Lives six weeks"],
      ["One jar", "Two million flowers"],
    ],
    quote: [
      "I have never owned a bee. They let me have what they don't need.",
      "Vesna Kobal",
      "beekeeper",
    ],
    endings: [
      "The second act began, and through the skylight came the overture. They hardly noticed. They were on the limes.",
      "She tapped the box, once. The last ones walked in by themselves, like people who have heard their name.",
    ],
  },
  {
    key: "hedgerows",
    place: "Devon",
    at: [50.7156, -3.8],
    tags: ["Hedges", "Farming", "Birds"],
    articles: {
      feature: [
        "Half a Million Miles of Edge",
        "It is not field, not wood, not wall. More things live in it than in any of the three.",
      ],
      guide: [
        "Laying a Hedge",
        "Cut almost through, bend, weave, and trust the strip of bark. By May it will forgive you.",
      ],
      dispatch: [
        "The Hedge Layers' Match",
        "A field in the drizzle, thirty billhooks, and a judge who crawls.",
      ],
      essay: [
        "Against the Tidy Verge",
        "We cut it in June because it looks untidy. It was in the middle of something.",
      ],
      history: [
        "How Old Is That Hedge?",
        "Count the kinds of tree in thirty paces: one for each century, more or less. It is the more or less that is interesting.",
      ],
    },
    scenes: [
      "The lane is so deep that you walk along its bed as along a river's. On either side the bank goes up, and on top of it stands the hedge, and beyond that, presumably, Devon.",
      "They have ten yards each and five hours. Nobody runs. There is a chopping, and a pause, and a creak as a stem thick as a leg is laid down like somebody being helped into bed.",
    ],
    facts: [
      "A thick old hedge can shelter more than two thousand kinds of plants and animals; somebody counted, in one hedge, over two years. Dormice travel along it and never touch the ground.",
      "Left alone, a hedge becomes a row of trees with gaps at the bottom. Laid every fifteen or twenty years, it comes up thick from the base and will go on doing so for ever.",
      "Hedges slow the wind over a distance of ten times their height or more. They hold soil on the slope, water in the soil, and lambs out of the road.",
    ],
    argument:
      "There were orchids, there was a nest with the door still open. Then the flail came by because it was on the list, and now there is a verge such as one sees on drawings. Untidy is what we call a place where we cannot tell who is at home.",
    past: "Some Devon hedges stand on banks that were thrown up in the Bronze Age, and are therefore among the oldest things in the county still in use. Others went in by the mile with the enclosures of the eighteenth century, straight as rulers, all hawthorn. You can tell by looking who had a say.",
    steps: [
      "Wait for winter, when the sap is down and the birds have done.",
      "Clear out the dead wood and the wire.",
      "Cut each stem low, at a slant, to the last finger of wood and bark, and lay it uphill.",
      "Weave in stakes and bind the top; then let sheep nowhere near it.",
    ],
    box: [
      ["Season", "October to March"],
      ["Again in", "Fifteen to twenty years"],
      ["Tool", "A billhook"],
    ],
    quote: [
      "You're not cutting it down. You're telling it to start over.",
      "Wilf Tapscott",
      "hedge layer",
    ],
    endings: [
      "In May I walked down that lane again. It had closed the sky, but for a strip, and the strip was singing.",
      "Second prize went to a girl of sixteen. Her grandfather came third, and was seen to smile.",
    ],
  },
  {
    key: "swifts",
    place: "Segovia",
    at: [40.9429, -4.1088],
    tags: ["Birds", "Summer", "Cities"],
    articles: {
      feature: [
        "They Sleep Up There",
        "A young swift drops from the eaves in July and may not touch anything again for ten months.",
      ],
      guide: [
        "Putting Up a Swift Box",
        "High, shady, nothing underneath. Then play them their own voices, and be patient.",
      ],
      dispatch: [
        "Ninety Days in the Old Town",
        "On the third of May the sky over the aqueduct is empty. On the fourth it is theirs.",
      ],
      essay: [
        "What Is a Gap Under the Roof For?",
        "The insulation was perfect. It was quiet the summer after.",
      ],
      history: [
        "The Bird Without Feet",
        "Heralds drew it legless and scholars believed that it wintered in ponds. It had been in Africa all the time.",
      ],
    },
    scenes: [
      "It hangs on the edge for a day and looks at the square. Nobody taught it, nobody pushes. Then it lets go, falls two storeys, and is flying, and that is that.",
      "You hear them before you are awake: a scream that comes round the corner, goes by, and comes round again, as though the whole town were being unzipped.",
    ],
    facts: [
      "Swifts eat, drink, mate and sleep on the wing. Loggers no heavier than a paper clip have shown that some stay in the air for ten months without a break.",
      "At dusk they climb to two thousand metres and more, and again before dawn. Probably they are taking a look round: at the weather, the stars, and the lie of the land.",
      "They come back to the very same hole, the same week each year. If it has been filled they fling themselves at the place where it was, for days.",
    ],
    argument:
      "No one meant any harm. The scaffolding went up in March, the foam went in, and the figures on the heating bill were excellent. In May they were there, forty of them, flying at the wall. A brick with a hole in it costs as much as a bag of cement. One only has to think of it.",
    past: "Because one never saw it stand, its name in Greek is *footless*, and in coats of arms it has tufts where its legs should be. As late as the eighteenth century respectable naturalists held that swallows and swifts spent the winter in the mud of lakes.",
    steps: [
      "Choose a wall that faces north or east, five metres up, with a clear drop.",
      "Put up two or three boxes; they like neighbours.",
      "Play their calls in May and June, mornings and evenings.",
      "Give it three summers before you complain.",
    ],
    box: [
      ["In town", "About ninety days"],
      ["Weight", "Forty grams"],
      ["Boxes", "At least five metres up"],
    ],
    quote: [
      "When they arrive I open the window. When they go, I close it. That is my year.",
      "Casilda Otero",
      "bird ringer",
    ],
    endings: [
      "By the time the next one looks over the edge the first is beyond the mountains, and climbing.",
      "On the last day of July it was quiet. One looked up all the same, for a week, from habit.",
    ],
  },
  {
    key: "old-trees",
    place: "Fortingall, Perthshire",
    at: [56.5986, -4.0497],
    tags: ["Forest", "Wood", "Slow Living"],
    articles: {
      feature: [
        "The Tree in the Churchyard",
        "It was old when the church was built, and it may have been old when there was nobody to build one.",
      ],
      guide: [
        "How to Measure an Old Tree",
        "A tape, a friend and a notebook: your parish has more giants than it thinks.",
      ],
      dispatch: [
        "Counting Rings in a Barn",
        "He wants to know when the beam was felled. The tree has written it down.",
      ],
      essay: ["Let It Fall Down Slowly", "A hollow tree is not ill. It is open."],
      history: [
        "The Oak and the Navy",
        "Three thousand trees for one ship, and an admiral with acorns in his pocket.",
      ],
    },
    scenes: [
      "The trunk has gone. What is left is a ring of living pieces with a gap as wide as a gate; for some centuries, they say, funerals went through the middle.",
      'He drills a core no thicker than a straw out of the beam, lays it on a slip of wood and breathes on it. Narrow, narrow, broad, narrow. "1540," he says. "A dreadful summer, hot as an oven."',
    ],
    facts: [
      "An oak, so the saying goes, spends three hundred years growing, three hundred resting, and three hundred going gracefully. Most that we see are in their first third.",
      "Trees lay down a wide ring in a good year and a narrow one in a bad. As the weather is the same for all of them, the pattern can be matched from beam to beam, back through more than ten thousand years.",
      "Yews are hard to date since they hollow out, root from their branches and begin again. Estimates for the oldest go from two to five thousand years, and no one can prove the others wrong.",
    ],
    argument:
      "We prop, we fill, we bolt, we put a fence round it. But a trunk that opens is a house that's letting rooms: owls upstairs, bats in the wall, four hundred kinds of beetle in the cellar. The tree itself stands lighter in the wind than it has for a century. It asks only that we don't park there.",
    past: "A ship of the line swallowed the oaks of a middling wood. In wartime an admiral is said to have walked the hills with acorns in his pocket, pushing them into the ground wherever there was room for one; by the time they were tall enough, ships were made of iron. They're still standing.",
    steps: [
      "Measure round the trunk at a man's breast height, and note where.",
      "Look for fungus, hollows and dead tops: write them down as merits.",
      "Ask the oldest neighbour what it used to look like.",
      "Send the figures in; there is a register, and it has gaps.",
    ],
    box: [
      ["Oak", "300 + 300 + 300 years"],
      ["Yew", "Two to five thousand"],
      ["Measure at", "1.5 metres"],
    ],
    quote: [
      "I have looked after it for thirty years. It hasn't noticed, I should think.",
      "Morag Kinnear",
      "church warden",
    ],
    endings: [
      "On the lowest twig there was a berry, red as a lamp. It is still trying.",
      "The barn has a date above its door now. It was wrong by four years, and the beam is right.",
    ],
  },
  {
    key: "rivers",
    place: "Bern",
    at: [46.948, 7.4474],
    tags: ["Rivers", "Summer", "Cities"],
    articles: {
      feature: [
        "Going Home by River",
        "At half past five Bern puts its clothes in a waterproof bag, gets in, and lets itself be carried.",
      ],
      guide: [
        "Cold Water for Beginners",
        "In slowly, out early, and never alone. Everything else is a question of breathing.",
      ],
      dispatch: [
        "The Aare at Seventeen Degrees",
        "There are red railings along the bank. You take hold of one. If you miss it, there is another, and then a weir.",
      ],
      essay: [
        "A City Is as Good as Its River",
        "You can tell how people treat one another by whether they dare to get in.",
      ],
      history: [
        "When the Rivers Were Sewers",
        "They were given up, walled in and covered over. Some of them have been asked to come back.",
      ],
    },
    scenes: [
      "First come the children, then the office, still talking. The river is the green of old glass, it moves at the speed of somebody late for a train, and everyone in it is smiling in the same direction.",
      "You hear the pebbles. Put your head under, and the whole bed is ticking and rolling, like a shop full of clocks being moved.",
    ],
    facts: [
      "Cold water makes you gasp. The reflex passes in a minute or so; whoever waits for it, hands on the rail, breathing out, is over the worst.",
      "Rivers clean themselves if they are let. Bends, gravel, shallows and shade do for nothing what a works does for millions.",
      "Body heat goes on falling after you get out, as blood returns from cold arms and legs. Dress from the top down, quickly, and drink something warm before you admire the view.",
    ],
    argument:
      "A city that swims is careful what it pours away. It has to agree on a bank without a fence, a step without a lawyer, and on who fishes out whom. None of that's about water. But you can look at the water and see whether it is there.",
    past: "In the summer of 1858 the Thames smelt so strongly that Parliament hung its windows with sheets soaked in lime. Paris closed its river to swimmers in 1923; a few decades later one in Ohio caught fire. Sewers were built, then purification works; and one summer, here and there, someone went in again and nothing happened.",
    steps: [
      "Ask someone local where to get in, and above all where to get out.",
      "Go in slowly to the waist; wait for your breath.",
      "Stay near the bank and swim against the current first.",
      "Come out while you are still enjoying it.",
    ],
    box: [
      ["Aare in July", "16 to 21 °C"],
      ["Gasp passes", "In about a minute"],
      ["Never", "Alone"],
    ],
    quote: [
      "I've had my best ideas between the footbridge and the power station.",
      "Ursina Wyss",
      "lifeguard",
    ],
    endings: [
      "At the last railing a hand reached down and I was out, dripping, in front of the parliament, and nobody so much as turned round.",
      "In October there are only the serious ones left. They nod.",
    ],
  },
  {
    key: "peat",
    place: "Soomaa",
    at: [58.4339, 25.0302],
    tags: ["Bogs", "Climate", "Walking"],
    articles: {
      feature: [
        "Walking on Water, Nearly",
        "A raised bog is nine parts water and stands higher than the land around it. Estonians go there to clear their heads.",
      ],
      guide: [
        "Visiting a Bog Without Harming It",
        "Stay on the boards, or wear bog shoes; and do not pick the one that looks like a sundew.",
      ],
      dispatch: [
        "The Fifth Season",
        "In late March the rivers come out of the forest, and in Soomaa they go shopping by canoe.",
      ],
      essay: [
        "Leave the Plug In",
        "For three centuries we thought that wet land was land that had not been finished.",
      ],
      history: [
        "What the Bog Keeps",
        "Butter, trackways, a psalter, faces: the longest memory in northern Europe is sour, cold and has no air.",
      ],
    },
    scenes: [
      "The boards are two planks wide. On either hand it is red and rust and a green that is almost yellow; black pools lie in it like dropped mirrors, and between them pines as high as your hip, which are older than your grandmother.",
      'Water stands on the road up to the letter box, and the post comes in a boat hewn from one aspen. The postwoman rests her paddle and lights a cigarette. "Ten centimetres by tonight," she says. "Move your car."',
    ],
    facts: [
      "Peat grows about a millimetre a year. A spade's depth takes you back three centuries, and the height of a man to the Romans.",
      "Bogs cover some three per cent of the land and hold more carbon than all the forests of the world have in their wood. Drained, they give it back.",
      "The builder is a moss without roots. It soaks up twenty times its own weight in rain, turns its surroundings sour, and so makes sure that hardly anyone else can live there.",
    ],
    argument:
      "It could not be ploughed, built on or ridden across, so it had to be *reclaimed*, as if we had lent it out. Now we know what it was doing the whole time, lying there, being no use. Block the ditch. Three planks and a barrow of peat. It's the only great work I know of that consists of putting something back.",
    past: "With no air to rot in, things last. Diggers have come upon tubs of butter that could still be spread, oak roads five thousand years old, a book of psalms from the eighth century; and people, tanned like saddles, with their last meal inside them and an expression on their faces.",
    steps: [
      "Go early; the light is low and the cranes are calling.",
      "Keep to the boards. A footprint is still there in ten years.",
      "Bring a spare pair of socks. You'll know when.",
      "Lie down on the planks and listen to it drip.",
    ],
    box: [
      ["Growth", "A millimetre a year"],
      ["Water", "Nine tenths"],
      ["Flood", "Late March to April"],
    ],
    quote: ["Nobody has ever got anywhere by hurrying across it.", "Aivar Ruus", "canoe builder"],
    endings: [
      "When I stood up again the moss had already taken back the shape of my hand.",
      "The car stood on the hill with nine others. Somebody had brought a samovar, and the water went on rising, politely, as announced.",
    ],
  },
];
