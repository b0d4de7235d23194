"use strict";

module.exports = [
  {
    key: "benches",
    place: "Copenhagen",
    at: [55.6761, 12.5683],
    tags: ["Cities", "Design", "Slow Living"],
    articles: {
      feature: [
        "Nine Thousand Green Benches",
        "They weigh as much as a pony, have been made since the eighteen-eighties, and each of them faces something.",
      ],
      guide: [
        "How to Place a Bench",
        "Back to a wall, view of people, shade at three. Town councils, please cut out and keep.",
      ],
      dispatch: [
        "A Day on One Seat",
        "From seven in the morning until the lamps came on I did not get up. It was the busiest day of my year.",
      ],
      essay: [
        "The Armrest in the Middle",
        "It looks like comfort. It is there so that no one can lie down, and we all pretend not to know.",
      ],
      history: [
        "Sitting in Public",
        "For most of history you stood, unless you were a bishop. Then somebody put a plank in a park.",
      ],
    },
    scenes: [
      "In the workshop behind the gasworks they are lined up like cattle, sixty at a time. The iron feet are cast from the old mould, the planks are oiled, and the green has a number that is not given out.",
      "Seven o'clock: a man with a trumpet case, asleep. Eight: two nannies, in dispute. At nine it was my turn, at one end, as etiquette demands.",
    ],
    facts: [
      "People choose seats by what they can see, and what they like best to see is other people. A bench that faces a hedge stays empty on the finest day of the year.",
      "Four things fill a seat: something behind your back, sun or shade at will, a neighbour at arm's length, and a reason for being there that one need not give.",
      "A town in which you cannot sit down every two hundred metres is a town that the old give up. Doctors have measured it; benches cost less than hips.",
    ],
    argument:
      "Somebody drew it, somebody approved it. It has a nice radius. And it says, in cast iron, to one particular person: not you. I should like the designers of such things to have to spend one night on them, in November. Afterwards we can talk about the radius.",
    past: "A seat used to be a rank. Markets had none, churches had few, and squares were for standing about in. The public bench came with the public park, in the first half of the nineteenth century, and people wrote to the newspapers about what might go on there. It did, and the trees are carved with it.",
    steps: [
      "Watch for a week where people already perch.",
      "Turn it towards life, not scenery.",
      "Set two at right angles, so that a conversation can start, or not.",
      "Put a bin near it, but not that near.",
    ],
    box: [
      ["Benches", "About 9,000"],
      ["Seat height", "45 cm"],
      ["Every", "200 metres"],
    ],
    quote: [
      "A good bench is never finished. Somebody always sits down and changes it.",
      "Bodil Mørch",
      "city carpenter",
    ],
    endings: [
      "There is a small plate on it: for Inge, who always waited here. I looked at my watch and stayed another ten minutes.",
      "The trumpeter came back at eleven at night. I moved over.",
    ],
  },
  {
    key: "stairs",
    place: "Valparaíso",
    at: [-33.0472, -71.6127],
    tags: ["Architecture", "Cities", "Walking"],
    articles: {
      feature: [
        "A City With More Steps Than Streets",
        "In Valparaíso the postman has calves like a footballer and knows every dog by its floor.",
      ],
      guide: [
        "What Makes a Good Stair",
        "Twice the riser plus the tread: an old rule, one tape measure, and your own knees.",
      ],
      dispatch: [
        "Up Forty-Two Hills, One Lift Working",
        "The funicular creaks, the fare is in coins, and the brakeman has been reading the same novel since June.",
      ],
      essay: [
        "Slow Down at the Landing",
        "A landing is a place which somebody built for nothing but getting your breath back.",
      ],
      history: [
        "The Step That Trips You",
        "In castles one stair was made higher than the rest, on purpose. Or so they tell the tourists.",
      ],
    },
    scenes: [
      "There are piano keys painted on this flight, a poem on the next, and on the third nothing, since it's somebody's front garden. A mattress is coming down. It has the right of way.",
      "The cabin is a wooden box with eight windows. It hangs there, shudders, and begins to rise past kitchens; in the third, a woman who is frying fish lifts her fork in greeting without turning round.",
    ],
    facts: [
      "The rule is three and a half centuries old: two risers and one tread make about sixty-three centimetres, the length of a step. A stair that keeps to it is climbed without thinking.",
      "Feet measure the first two steps and then stop looking. One riser that differs by a centimetre is enough; accident wards know such stairs by their address.",
      "Going up costs about eight times as much energy as walking on the level. People who live on hills live longer, though the reason may be that the others have moved away.",
    ],
    argument:
      "Architects are proud of their stairs, but I love what lies between: one square metre, a window if you are lucky, somebody's geranium. It leads nowhere. You stand there with your bags and are for a moment neither down nor up, and no one can reproach you with anything.",
    past: "Spiral stairs in towers mostly turn clockwise, so that the defender, coming down, would have room for his right arm: that is the story. Scholars point out that plenty turn the other way, and that nobody in the Middle Ages mentions it. The guides go on telling it, and fence a little as they do.",
    steps: [
      "Measure riser and tread; double the first, add the second.",
      "Between sixty and sixty-five centimetres is good, and the flatter the kinder.",
      "Walk it in the dark with a tray.",
      "Put the handrail where the hand is already.",
    ],
    box: [
      ["Rule", "Two risers + tread = 63 cm"],
      ["Hills", "Forty-two"],
      ["Handrail", "90 cm"],
    ],
    quote: [
      "I deliver downhill. What's for uphill can wait until I have to go there anyway.",
      "Nelson Arriagada",
      "postman",
    ],
    endings: [
      "The mattress made it. There was applause from five landings.",
      "At the top you turn round, and there is the sea, exactly as wide as you are out of breath.",
    ],
  },
  {
    key: "tiles",
    place: "Lisbon",
    at: [38.7223, -9.1393],
    tags: ["Colour", "Architecture", "Pottery"],
    articles: {
      feature: [
        "Blue All the Way Up",
        "Lisbon wears its best china on the outside. It keeps the houses cool and a small police unit busy.",
      ],
      guide: [
        "Tiling a Kitchen Wall Without Regrets",
        "Start in the middle, buy a tenth more, and live with three samples for a week.",
      ],
      dispatch: [
        "At the Bank of Lost Tiles",
        "In a former slaughterhouse there are thirty thousand tiles on shelves, every one of them looking for its wall.",
      ],
      essay: [
        "Patterns You Never Finish Looking At",
        "I grew up opposite a wall. I still do not know where the repeat begins.",
      ],
      history: [
        "From Mosque to Metro",
        "The word is Arabic, the blue was Dutch fashion, and the platform is by a painter who was asked to make waiting bearable.",
      ],
    },
    scenes: [
      "After rain the whole street flashes. An old man is wiping his house down with a cloth as you would a table, first the saints, then the lilies, then the number.",
      'She lays your photograph on the counter and goes off along the shelves. It takes her four minutes. "1870," she calls. "I have six. You need seven."',
    ],
    facts: [
      "A glazed wall keeps out damp and throws back the sun, and costs nothing to paint. It was brought into fashion for fronts by emigrants who had seen it done in Brazil.",
      "Tin makes the glaze white, and cobalt stays blue at a heat that burns away most other colours. That is why half the world painted its pots and walls in the same two tones.",
      "Four tiles with a quarter of a rosette each will give a whole one, or a star, or a wave, according to how the tiler turns them. Many walls have one that is turned wrong. It is looked for.",
    ],
    argument:
      "On the other side of our lane were eleven hundred and fifty-two tiles. At supper I followed a tendril with my eyes: up, left, left, under the gutter, gone. My mother thought that I was dreaming. I was working. Nothing plain has ever kept me occupied for so long.",
    past: "*Azulejo* comes from the Arabic for a small polished stone. The Moors set it in stars; Portuguese monks hung up whole Bibles of it in blue and white, after the Dutch manner; the earthquake of 1755 brought a cheap, quick, cheerful kind for rebuilding; and since the nineteen-fifties it goes underground by metro.",
    steps: [
      "Put three samples on the wall and look at them by lamplight.",
      "Begin at the centre and let the cuts fall where the cupboard hides them.",
      "Buy a tenth more than you need, from one batch.",
      "Keep the spares. In forty years someone will bless you.",
    ],
    box: [
      ["Fronts", "Since the 1840s"],
      ["Blue", "Cobalt"],
      ["Buy extra", "One tenth"],
    ],
    quote: [
      "A house with a missing tile is like a person with a missing tooth. One smiles differently.",
      "Graça Falcato",
      "tile conservator",
    ],
    endings: [
      "By evening it has dried, and the street is a shade paler. He is already looking for the cloth he keeps for the railings.",
      "The seventh turned up in March, on a flower pot in Alfama. It's back.",
    ],
  },
  {
    key: "wallpaper",
    place: "Rixheim, Alsace",
    at: [47.7469, 7.4039],
    tags: ["Printing", "Colour", "Design"],
    articles: {
      feature: [
        "A Landscape by the Metre",
        "Seventeen hundred woodblocks, two hundred and twenty-three colours, one panorama: and they still print it.",
      ],
      guide: [
        "Papering a Room in a Weekend",
        "A plumb line, a good brush, and somebody to whom you are not married.",
      ],
      dispatch: [
        "The Attic With the Pear-Wood Blocks",
        "Each of them weighs as much as a child. They lie on racks, face down, and remember hibiscus.",
      ],
      essay: [
        "The Room I Had at Nine",
        "Sailing boats, blue on cream. I can no longer tell you who lived there, but I could draw you the boats.",
      ],
      history: [
        "The Green That Killed",
        "It was the most beautiful green of the century. On damp evenings it gave off something else.",
      ],
    },
    scenes: [
      "Two people work as one: he inks, she sets the block, he leans on the lever, she lifts it off. They don't speak. It is a leaf, a very small piece of a leaf, the third green of five.",
      "Under the tiles it is hot and smells of pears. He draws out a block, turns it over, and the dust on it has an edge like a petal.",
    ],
    facts: [
      "Every colour in a block-printed paper needs a block of its own, cut in pear wood, and time to dry. A simple flower takes six, a good sky forty, brushed in by hand.",
      "Joints disappear if you butt them, not lap them, and if the first length hangs straight. No wall is true, so you begin by a plumb line, and never by a corner.",
      "Old papers are found in layers, six or ten thick, the oldest behind the chimney breast. Conservators steam them apart and can tell who was newly married.",
    ],
    argument:
      "People choose white, since it goes with everything. So does nothing at all. I was ill a great deal the winter I was nine, and I sailed, from the skirting board to the lamp, on every one of these boats. They never got anywhere, and nor did I, and I have seldom been so far.",
    past: "From about 1800 arsenic gave a green such as nobody had ever seen, and it went into ribbons, sweets and, above all, on walls. Families sickened in their prettiest rooms. Makers denied it for decades; one of them is supposed to have said that the doctors had been bitten by witch fever. Then customers began to ask.",
    steps: [
      "Take off what is there, down to the plaster, and fill the holes.",
      "Hang the first length by a plumb line next to the window.",
      "Paste, fold, wait five minutes; paper grows.",
      "Brush from the middle outwards, and do not look at the joint until it is dry.",
    ],
    box: [
      ["Blocks", "1,700"],
      ["Colours", "223"],
      ["Wait after pasting", "Five minutes"],
    ],
    quote: [
      "If you can see that it was work, we've done it wrong.",
      "Odile Schaeffer",
      "block printer",
    ],
    endings: [
      "By evening there are eleven metres of it on the line, and a parrot, still without its red.",
      "He let me carry one down. Hibiscus, left half. I held it like a sleeping child.",
    ],
  },
];
