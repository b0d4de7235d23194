"use strict";

module.exports = [
  {
    key: "bookbinding",
    place: "Bruges",
    at: [51.2093, 3.2247],
    tags: ["Books", "Handwork", "Paper"],
    articles: {
      feature: [
        "Sewn, Not Glued",
        "A bindery in Bruges mends eleven hundred books a year, most of them worth nothing to anyone but the owner.",
      ],
      guide: [
        "Make a Notebook in an Evening",
        "Eight sheets, one needle, five holes. It will outlast the one you were going to buy.",
      ],
      dispatch: [
        "The Hospital for Cookbooks",
        "Butter on page forty, a burn on the cover, somebody's handwriting in the margin: please save the stains.",
      ],
      essay: [
        "A Book Should Open Flat",
        "It is the smallest of promises, and most books break it on the first evening.",
      ],
      history: [
        "From Roll to Page",
        "For a thousand years one read by unrolling. Then somebody folded.",
      ],
    },
    scenes: [
      "The shop bell rings every few minutes. A Bible in a plastic bag, a child's atlas, a telephone directory from 1961: the binder opens each of them in the middle and smells it.",
      "A cookery book lies open on the press like a patient. Its owner has put a note inside: the spine may be replaced, the gravy on page ninety-one is my mother's and must stay.",
    ],
    facts: [
      "Paper has a grain, like wood. Fold along it and the leaf turns willingly; fold across it and the book will fight its reader for ever.",
      "A sewn book is made of gatherings, each stitched through the fold to cords or tapes. It opens flat, can be taken apart again, and with decent paste of wheat flour it is good for centuries.",
      "What ruins books is seldom reading. It is sunshine on the spine, a shelf packed so tightly that each has to be pulled out by the head, and above all sticky tape.",
    ],
    argument:
      "A book that will not lie open turns its reader into a clamp. One thumb here, one there, a mug on the corner, and no hand left for a biscuit. Thread costs a few pence more than glue. I should like it to be printed on the cover, as they do with eggs: sewn.",
    past: "The first books with pages were folded papyrus, stitched through the back by Christians in Egypt who found them easier to hide and to search than a roll. By the fifth century the roll was old-fashioned; and the way they sewed is still taught, because nothing opens better.",
    steps: [
      "Fold your sheets together along the grain and press them under something heavy.",
      "Prick five holes in the fold, evenly spaced.",
      "Sew in and out from the middle with waxed linen thread and knot it inside.",
      "Trim the edge with a sharp knife and a steadier ruler.",
    ],
    box: [
      ["Thread", "Linen, waxed"],
      ["Paste", "Wheat flour and water"],
      ["Time", "One evening"],
    ],
    quote: [
      "Nobody ever brought me a book because it was valuable. They bring it because it is theirs.",
      "Griet Vermander",
      "bookbinder",
    ],
    endings: [
      "On the shelf by the window the finished ones wait for their owners, spines inward, out of the light.",
      "The cookbook went home in brown paper. It fell open, at once and flat, at the gravy.",
    ],
  },
  {
    key: "indigo",
    place: "Tokushima, Shikoku",
    at: [34.0703, 134.5548],
    tags: ["Textiles", "Colour", "Handwork"],
    articles: {
      feature: [
        "The Blue That Breathes",
        "A vat of indigo is alive, sulks in cold weather, and likes a drop of sake.",
      ],
      guide: [
        "Dip, Wait, Dip Again: Dyeing at Home",
        "Cloth goes in green and comes out blue. A Saturday's work, and your hands will show it on Monday.",
      ],
      dispatch: [
        "Five Men and a Heap of Leaves",
        "In the composting house it is sixty degrees inside the heap and nobody may skip a day.",
      ],
      essay: [
        "Wearing Something That Fades",
        "The best blue is never the one you bought. You have to wait for it.",
      ],
      history: [
        "The Colour of Work",
        "Sailors, fieldhands, gendarmes: how one dye came to clothe everyone who did not wear gold.",
      ],
    },
    scenes: [
      "He lifts the lid and looks at the foam before he says good morning. It is the colour of a ripe plum, it smells of a stable, and apparently it is in a good mood.",
      "The leaves have been dried, wetted, turned and covered with straw mats for a hundred days. When the rakes go in, steam fills the shed to the rafters and five men disappear.",
    ],
    facts: [
      "Indigo does not dissolve in water. In the vat bacteria take the oxygen from it, which makes it soluble and turns it a yellowish green; the blue comes back only in the air, in front of your eyes, in under a minute.",
      "Depth is a matter of patience, not of strength. Twenty short dips give a blue that stays; one long one gives a blue that comes off on the sofa.",
      "The same dye is found in plants that are no relations at all: woad in northern Europe, indigo bushes in India, a knotweed in Japan. Each was discovered independently, by people with stained fingers.",
    ],
    argument:
      "A shop sells you a colour at the peak of its life. Indigo starts too dark and then gives way, at the elbow, the knee, the edge of the pocket, until the garment is a drawing of what you do all day. It is the only dye I know that takes dictation.",
    past: "For centuries woad growers in Germany and France lobbied to keep Indian indigo out and called it the devil's dye. It won, on ships and on plantations worked by people who had no choice; and in 1897 a chemical works began to sell the same molecule by the barrel.",
    steps: [
      "Wash the cloth with soda; dye hates grease and starch.",
      "Wet it through before it goes in, so that no air comes along.",
      "Hold it under for a minute, lift it out slowly, and let it turn blue.",
      "Repeat until it is darker than you want. It will dry lighter.",
    ],
    box: [
      ["Vat", "About 25 °C"],
      ["First blue", "Within a minute of air"],
      ["Gloves", "Yes, really"],
    ],
    quote: ["I am not a dyer. I keep a creature that dyes.", "Kenji Morioka", "indigo master"],
    endings: [
      "On the line the cloth goes from frog to sky to evening, and someone applauds.",
      "The oldest of the five has had blue nails for forty years. At weddings, he says, he keeps his hands in his pockets.",
    ],
  },
  {
    key: "willow",
    place: "Somerset Levels",
    at: [51.0561, -2.904],
    tags: ["Handwork", "Farming", "Willow"],
    articles: {
      feature: [
        "A Field of Baskets",
        "In winter the Somerset Levels turn copper. Then the sickles come out, and the colour goes indoors.",
      ],
      guide: [
        "How to Choose a Basket That Lasts",
        "Look at the base, pull the handle, and listen. A good one creaks.",
      ],
      dispatch: [
        "Cutting Withies in January",
        "Water to the ankles, frost on the stools, and four tonnes to bring in before the sap moves.",
      ],
      essay: [
        "The Oldest Machine-Proof Craft",
        "Nobody has ever built a machine that can weave a basket. Somewhere there is a lesson in that.",
      ],
      history: [
        "Carried by Willow",
        "Coal, lobsters, loaves, the wounded and the post: what the world was moved in before the cardboard box.",
      ],
    },
    scenes: [
      "From the road you see only a copper haze above the rhynes. Close by it is thousands of rods, each as straight as a fishing line, and a man bent double among them with a hook.",
      "The ground is half water and the tractor stays on the drove. Everything is carried: a bundle on each shoulder, the breath going ahead in clouds, a heron leaving without hurry.",
    ],
    facts: [
      "Basket willow is cut to the ground each winter and grows back two metres or more by the next. A bed that is looked after can be cropped for thirty years.",
      "Rods are sold brown, buff or white. Brown has its bark on, white was peeled in spring when the sap rises, and buff was boiled for hours first, so that the tannin stained it the colour of tea.",
      "Before it will bend, willow must soak: about a day for every foot of length, with the bark on. A weaver plans on Monday what she will make on Saturday.",
    ],
    argument:
      "Every basket you have ever held was made by a hand. The rods differ, the weave needs a decision every few seconds, and no one has found it worth teaching a machine to make them. When someone tells you what a basket ought to cost, ask how long they think it took.",
    past: "There were eel traps of willow in the rivers of northern Europe before there were pots. Bread went about in willow, and laundry, and racing pigeons; in two wars it carried shells and supplies dropped by parachute, and the Levels grew several thousand acres of it.",
    steps: [
      "Turn it over: the base should be domed inwards and stand without rocking.",
      "Follow the handle with your finger; it must run right down the side.",
      "Squeeze the rim. A creak is fine, a crack is not.",
      "Wet it once a year, outside, in the rain.",
    ],
    box: [
      ["Cut", "November to March"],
      ["Soak", "A day per foot"],
      ["Life", "Twenty years and more"],
    ],
    quote: [
      "You start with a bundle of whips that all want to be straight. You have to talk them round.",
      "Jessamy Coate",
      "basket maker",
    ],
    endings: [
      "By March the field is stubble, knee high and red. In May you would never know that anyone had been.",
      "The basket on my arm came from there. It creaks when it is going to rain.",
    ],
  },
  {
    key: "clocks",
    place: "La Chaux-de-Fonds",
    at: [47.1035, 6.8328],
    tags: ["Clocks", "Repair", "Handwork"],
    articles: {
      feature: [
        "The Man Who Winds the Town",
        "Nineteen public clocks, one bicycle, and a key as long as a forearm.",
      ],
      guide: [
        "Owning an Old Clock",
        "Level it, wind it on Sundays, and do not oil it. Above all, do not oil it.",
      ],
      dispatch: [
        "A Morning at the Repair Bench",
        "Everything on the bench has stopped, and no two for the same reason.",
      ],
      essay: [
        "Let It Be Four Minutes Slow",
        "We have never known the time so exactly, or had so little of it.",
      ],
      history: [
        "A Town Laid Out Like a Workshop",
        "After the fire they rebuilt the streets in rows, so that every bench would have its share of the sun.",
      ],
    },
    scenes: [
      "He leans the bicycle against the church door, counts a hundred and twelve steps aloud, and puts both hands to the crank. The weight is a block of granite; it took a whole week to come down.",
      "She works with a glass in one eye and the radio in the other ear. On the mat before her lie eighty-four parts, in the order in which they came out, and one that should not be there: a mouse's nutshell.",
    ],
    facts: [
      "A pendulum that beats seconds is just under a metre long, everywhere on earth and whatever its weight. Make it warmer and the rod grows, and the clock loses; much of the history of clockmaking is an argument with the thermometer.",
      "The tick is the sound of the escapement letting one tooth go. An even tick means that the clock stands level; a limp, tick-tock, tick-tock, that somebody has been dusting.",
      "Oil attracts dust and becomes a grinding paste. A clock needs a few drops, in places the owner cannot see, about once in eight years.",
    ],
    argument:
      "The telephone is right to a millionth of a second, and I have been late all my life. The clock in my kitchen loses four minutes a week, and each Sunday I put it right by hand. For that moment, and I think only for that, I have the time.",
    past: "The town burned down in 1794 and was drawn again with a ruler. Long rows of houses, set apart for the light, with workshops under the roof and gardens between: by 1900 more than half of all the watches sold in the world had parts that were made there.",
    steps: [
      "Put it where it will stay, on a wall that does not shake.",
      "Set it level by ear, not by eye.",
      "Wind it on the same day each week, and stop when it tells you.",
      "Move the hands forwards only, and let it strike each hour.",
    ],
    box: [
      ["Seconds pendulum", "99.4 cm"],
      ["Service", "Every eight years"],
      ["Winding day", "Sunday"],
    ],
    quote: [
      "Most clocks that come to me are not broken. They are tired.",
      "Laure Matthey",
      "clock repairer",
    ],
    endings: [
      "At noon all nineteen strike, one after the other, over about two minutes. He listens from the bench by the station and makes a note.",
      "When she sets the pendulum going she holds her breath. It takes the beat, and the shop has one more voice.",
    ],
  },
  {
    key: "letterpress",
    place: "Leipzig",
    at: [51.3397, 12.3731],
    tags: ["Printing", "Paper", "Handwork"],
    articles: {
      feature: [
        "Heavy Words",
        "In a cellar in Leipzig there are forty tonnes of type, and a young woman who knows where the commas are.",
      ],
      guide: [
        "Printing a Card by Hand",
        "Borrow a press, choose one typeface, and cut your text in half. Then again.",
      ],
      dispatch: [
        "Open Day Among the Machines",
        "The smell is ink, paraffin and warm dust. Somebody's grandfather is explaining, and nobody wants him to stop.",
      ],
      essay: [
        "On Being Brief in Lead",
        "When each letter has to be picked up and put down, you find out which of them you need.",
      ],
      history: [
        "Upper Case, Lower Case",
        "The language still talks like a composing room, years after the lights went out there.",
      ],
    },
    scenes: [
      "She pulls out a drawer, and the floor complains. Inside lies a complete alphabet, asleep on its back, in the order not of the letters but of how often they are wanted.",
      "The cylinder press is as big as a small car and starts with a sigh. Children are allowed to feed one sheet each; they carry it away flat on both palms, like something hot.",
    ],
    facts: [
      "Type metal is lead for weight, tin for flow and antimony for hardness. The mixture scarcely shrinks when it sets, and that is what makes sharp letters possible.",
      "The largest compartments of a type case are in the middle, where the hand falls: e, n, t, i. A good compositor set fifteen hundred letters in an hour, reading upside down and from left to right.",
      "The bite that is loved today, letters you can feel from behind, would have been a fault in the trade. An apprentice who pressed that hard was told to mind the type.",
    ],
    argument:
      "A screen forgives everything. You can be long on it, and vague, and have it back. But set a sentence by hand and you will meet every letter twice, once going in and once going home to its drawer. I have never written so little, or so nearly what I meant.",
    past: "Capitals were kept in the upper case and small letters in the lower. To be out of sorts meant that you had run out of a letter; to mind your p's and q's was good advice to anyone who read them backwards. The trade is all but gone, and its words are everywhere.",
    steps: [
      "Write what you want to say, then halve it.",
      "Choose one face in two sizes and leave the ornaments alone.",
      "Lock up the forme so that nothing moves when you lift a corner.",
      "Pull three proofs: one for mistakes, one for spacing, one for someone else.",
    ],
    box: [
      ["Height of type", "0.918 inches"],
      ["Metal", "Lead, tin, antimony"],
      ["Press", "From 1958"],
    ],
    quote: [
      "White space is also metal. You have to put it there, piece by piece.",
      "Frauke Lindner",
      "printer",
    ],
    endings: [
      "At the end of the day every letter goes back to its place. It takes longer than the printing did.",
      "My card came out with one letter upside down. They said it was the best of the afternoon.",
    ],
  },
  {
    key: "violins",
    place: "Mittenwald, Bavaria",
    at: [47.4425, 11.2619],
    tags: ["Music", "Wood", "Handwork"],
    articles: {
      feature: [
        "Listening to a Tree",
        "A violin maker taps a spruce plank, says nothing, and taps it again. The tree was felled before she was born.",
      ],
      guide: [
        "Buying a Child's First Violin",
        "Rent it, have it set up properly, and do not buy the bow in a hurry either.",
      ],
      dispatch: [
        "The Village Where Every Third Door Is a Workshop",
        "Glue on the stove, ribs on the mould, a scale from an upstairs window that breaks off at the same place each time.",
      ],
      essay: [
        "The Soul Is a Little Stick",
        "Inside each violin stands a peg of spruce, held by nothing but pressure. In French it is called *l'âme*.",
      ],
      history: [
        "How the Fiddle Came to Stay",
        "Four strings, two pieces of wood, and a design that has not changed in any way that matters since about 1550.",
      ],
    },
    scenes: [
      "She holds it up between two fingers, knocks with a knuckle, and tilts her head. The plank hums. In the corner forty others stand about like guests at a party, waiting to be asked.",
      "In the afternoon you can follow the making of a fiddle simply by walking down the street. At number four they are bending ribs, at nine someone is carving a scroll, and at sixteen there is a line of them hung out in the sun like washing.",
    ],
    facts: [
      "The front is spruce, light and stiff; the back, ribs and neck are maple. The best spruce grew slowly, high up, on poor soil, and has a ring for each cold summer as fine as the line of a pencil.",
      "Hide glue is strong enough to hold for two hundred years and weak enough to be opened with a thin knife. A repairer relies on both.",
      "The plates are thinned with planes as small as a thumb. A tenth of a millimetre can be heard; after that the maker goes by touch, and by the note the wood gives when tapped.",
    ],
    argument:
      "You could lose it in a pencil case, this stick of spruce. It is not glued. It stands between front and back a little behind one foot of the bridge, and if you move it by the breadth of a hair, the instrument changes its mind about everything. I have known families like that.",
    past: "In northern Italy, about the middle of the sixteenth century, several older fiddles were gathered up into one that was louder, brighter and easier to hold. Makers have tried since then to improve on the outline. The players always brought it back.",
    steps: [
      "Measure the child, not the age: the left hand should just curl round the scroll.",
      "Rent until a full size fits.",
      "Ask who set it up; a bad bridge has ended more careers than bad teachers.",
      "Keep it shut in its case, away from radiators, and loosen the bow.",
    ],
    box: [
      ["Front", "Spruce"],
      ["Back and ribs", "Maple"],
      ["Work", "About 200 hours"],
    ],
    quote: [
      "I make half of it. The other half is whoever plays it for the next hundred years.",
      "Annelie Brandtner",
      "violin maker",
    ],
    endings: [
      'She strings it, tunes it, draws the bow across once, and puts it down again. "Not today," she says. "It has only just been told what it is."',
      "Upstairs the scale breaks off at the usual place, starts again, and gets past.",
    ],
  },
  {
    key: "knitting",
    place: "Lerwick, Shetland",
    at: [60.1545, -1.1494],
    tags: ["Textiles", "Wool", "Islands"],
    articles: {
      feature: [
        "Two Colours in Every Row",
        "On Shetland a pattern is a kind of surname, and the best knitters never look down.",
      ],
      guide: [
        "Wash Your Jumper Once a Year",
        "Wool cleans itself, more or less. What it needs from you is air, a brush and to be left alone.",
      ],
      dispatch: [
        "Wool Week in a Gale",
        "A hundred visitors, one community hall, and a speed that has to be seen.",
      ],
      essay: [
        "Cutting Into It With Scissors",
        "Months of work, then one straight cut up the front. It is the bravest thing I have seen done with a garment.",
      ],
      history: [
        "The Jumper the Prince Wore",
        "How a fisherman's undershirt became a fashion, and who was paid for it.",
      ],
    },
    scenes: [
      "She talks, she pours tea, she gets up to let the dog out, and the needles never stop. A leather belt with holes in it holds one of them at her hip; the wool runs over a forefinger with a groove worn into it.",
      "The ferry was nine hours late and half the company had been ill. By eleven they were all in the hall in wet socks, comparing cuffs, and the roof was trying to leave.",
    ],
    facts: [
      "In true Fair Isle there are never more than two colours in a row, however many in the garment. The one not in use is carried along behind, which is why the cloth is double, warm, and as neat within as without.",
      "Wool fibres are crimped and scaly and covered in grease. They hold air, shed rain and let out smells when hung up in the wind; frequent washing takes away all three gifts.",
      "Shetland sheep come in eleven recognised colours, each with its own old name. A whole jumper can be patterned without a drop of dye.",
    ],
    argument:
      "They knit the body as a tube, because it is faster and you always see the right side. Then they take scissors and cut it open. It does not unravel, since the wool clings to itself, but you have to believe that with the blades in your hand. I have had less faith in bridges.",
    past: "Women here knitted while walking, with peat on their backs, and were paid by merchants in tea and cloth, never in coin. It took a law to make the merchants pay in cash, and another generation before they all obeyed it. Then, in the nineteen-twenties, a prince wore the pattern to play golf, and the shops in London could not get enough of it.",
    steps: [
      "Air it outdoors after wearing it, out of the sun.",
      "Brush off dried mud; pick, never pull, the bobbles.",
      "When you must, wash it in lukewarm water without rubbing, and press it in a towel.",
      "Dry it flat, and store it clean. Moths like soup.",
    ],
    box: [
      ["Natural colours", "Eleven"],
      ["Colours in a row", "Two"],
      ["Time for a jumper", "About a hundred hours"],
    ],
    quote: [
      "I count in my fingers. My head is free for the conversation.",
      "Ruby Sinclair",
      "knitter",
    ],
    endings: [
      "She finishes the row before she says goodbye.",
      "At midnight the wind dropped, someone opened the door, and forty people stood outside looking up at a green sky, holding their cuffs.",
    ],
  },
  {
    key: "pottery",
    place: "Bizen, Okayama",
    at: [34.7453, 134.1892],
    tags: ["Pottery", "Fire", "Handwork"],
    articles: {
      feature: [
        "Ten Days of Fire",
        "A wood kiln is lit twice a year. For ten days after that nobody in the family has a free hand, or a dry shirt.",
      ],
      guide: [
        "Choosing a Bowl to Eat From",
        "Pick it up with your eyes shut. Everything else is decoration.",
      ],
      dispatch: [
        "The Day They Open the Kiln",
        "Half of what comes out will be sold, a quarter given away, and the rest broken with a hammer.",
      ],
      essay: [
        "In Favour of the Second-Best Plate",
        "Everyone owns good china, and everyone eats off the other.",
      ],
      history: [
        "Ash, Iron, Accident",
        "The first glaze was a mistake that somebody had the wit to repeat.",
      ],
    },
    scenes: [
      "The kiln lies up the slope like a sleeping animal. Every four minutes, day and night, someone opens a hole in its side and feeds it three sticks of pine, and a tongue of flame comes out to see who it was.",
      "The bricks are still hot enough to toast bread on. The potter crawls in with a torch, and what she hands out backwards is grey, then orange, then something that makes the whole line fall silent.",
    ],
    facts: [
      "At about twelve hundred degrees flying wood ash melts on the shoulders of the pots and runs. No glaze has been put on them; what you see is the path of the fire.",
      "Clay shrinks by an eighth or so between the wheel and the shelf. Potters throw for a bowl that does not exist yet, and learn to see past the one in their hands.",
      "Heat does the same as time, only faster. A change of twenty degrees, or an hour, or a gust from the west, may part a good firing from a bad one; the notebooks go back four generations.",
    ],
    argument:
      "The good plates live at the back. They are thin and gold and want to be washed by hand, and come out at Christmas like aunts. The other plate is chipped, heavy and blue; it has been under every breakfast of my life. If the house were on fire, I know which of them I would save.",
    past: "In China, some three and a half thousand years ago, ash fell on jars in the kiln and left a skin of green glass. Others must have wiped it off. Someone sieved ash into water, brushed it on and waited; and every glazed cup in your cupboard comes of that.",
    steps: [
      "Feel the rim with your lip if they let you.",
      "Weigh it: neither a surprise nor an effort.",
      "Look at the foot, where nobody tries to please you.",
      "Ask if it may go in the oven, and believe the answer.",
    ],
    box: [
      ["Firing", "Ten days"],
      ["Heat", "1,200 °C and more"],
      ["Wood", "Red pine, six tonnes"],
    ],
    quote: [
      "I make the shape. After that I am only the one who brings the wood.",
      "Ayako Fujiwara",
      "potter",
    ],
    endings: [
      "At the end there is a heap of shards by the gate. In this village even the footpaths are made of failures, and they are lovely to walk on.",
      "She kept one, small and crooked, with a stain like a thumbprint of the sun. It is not for sale. It is for tea.",
    ],
  },
];
