"use strict";

module.exports = [
  {
    key: "libraries",
    place: "Coimbra",
    at: [40.2074, -8.4265],
    tags: ["Books", "Reading", "Architecture"],
    articles: {
      feature: [
        "The Library That Keeps Bats",
        "For two hundred and fifty years they have hunted bookworms among the gilded shelves. At night the tables are covered with leather.",
      ],
      guide: [
        "How to Use a Library Again",
        "You already have a card, or nearly. What a library does for you, and what you have forgotten to ask for.",
      ],
      dispatch: [
        "Following the Book Bus",
        "Twelve villages in two days, and at every stop somebody who has been counting the hours.",
      ],
      essay: [
        "A Room Where You Need Not Buy Anything",
        "Warm, dry, lit, and nobody asks what you are doing there. It should not be so remarkable.",
      ],
      history: [
        "When Books Were Chained",
        "A book cost as much as a farm, and the reader had to come to the desk, like a cow to the trough.",
      ],
    },
    scenes: [
      "At closing time an attendant goes round with hides and spreads them over the tables, which are of rare wood and two hundred and fifty years old. Then he bolts the door, and the other staff come out from behind the cornice.",
      "The bus sounds its horn at the bridge. By the time it has stopped in the square there are nine people, three dogs and a wheelbarrow with last month's novels.",
    ],
    facts: [
      "The bats are small, no heavier than a coin, and eat insects that would otherwise eat the paper. Nobody introduced them; they have simply never been asked to leave.",
      "A public library lends far more than books. Seeds, sewing machines, telescopes, ties for job interviews: what is lent depends on who thought of asking.",
      "Dust is not the enemy, damp is. Old collections like a steady eighteen degrees, half humidity and little light, which is why they feel like a cellar with ceilings.",
    ],
    argument:
      "Try to name another room in town where you may sit from ten till six without ordering. In the corner there is a man who comes for the radiator, a girl with her chemistry, someone asleep beneath the atlas of birds. All of them are guests, and nobody is the host, and it works.",
    past: "In the Middle Ages a cathedral might own two hundred books, and fixed each with a chain to its shelf, spine to the wall so as not to tangle. Readers moved; the books stayed put. In a few places, such as Hereford, you may still see it, and hear it rattle.",
    steps: [
      "Ask for the book you want; they will send for it from anywhere.",
      "Put in a reservation and let surprise come by post.",
      "Ask a librarian a question to which you have no idea of the answer.",
      "Bring it back late once, and see that nothing happens.",
    ],
    box: [
      ["Founded", "1717"],
      ["Bats", "Two small species"],
      ["Shelves", "Sixty thousand volumes"],
    ],
    quote: [
      "We were told to get rid of the bats or the books. We kept both.",
      "Benedita Sarmento",
      "librarian",
    ],
    endings: [
      "In the morning the hides are rolled up and shaken out over the courtyard. It is part of the job, and not in the contract.",
      "The horn again, further off. She has already started on the first page.",
    ],
  },
  {
    key: "cinemas",
    place: "Bologna",
    at: [44.4949, 11.3426],
    tags: ["Film", "Night", "Community"],
    articles: {
      feature: [
        "The Last Reel",
        "Thirty-eight villages once had a picture house. In the one that is left, the butcher runs the projector.",
      ],
      guide: [
        "Start a Film Club in Your Village",
        "A sheet, a licence, forty chairs, soup. The soup is not optional.",
      ],
      dispatch: [
        "Four Thousand Chairs in the Square",
        "When it gets dark in Bologna the whole city sits down and looks in one direction.",
      ],
      essay: [
        "Crying Beside Strangers",
        "At home I stop the film and make tea. In the third row I have to go through with it.",
      ],
      history: [
        "The Trade of Darkness",
        "The projectionist had the best view in the house and was the only one who never saw the picture.",
      ],
    },
    scenes: [
      "The projector stands in what used to be the sacristy. He threads it without looking, wipes his hands on an apron that is still the other apron, and at eight sharp the lights go down on twenty-three people and a baby.",
      "By nine the chairs are taken and people are sitting on fountains, bicycles and each other. The swifts go on screaming until the first title, and then, I swear, they stop.",
    ],
    facts: [
      "Film runs at twenty-four pictures a second, and a shutter shows each of them twice, so that the eye does not notice the dark in between. For nearly half of the evening the screen is black.",
      "Before an ending reel ran out, a mark flashed in the upper corner: one to start the second machine, and another to change over. Once you have been shown it you can never again not see it.",
      "A reel of nitrate film burns even under water. Booths were lined with iron, with shutters that fell by themselves, and projectionists were paid accordingly.",
    ],
    argument:
      "There is a button now for everything that is too much. In the dark, between a coat and an elbow, I have none. Somebody sniffs two rows down, and it is over with me, and when the lamps come on we all get up very busily and look for our scarves.",
    past: "Early films lasted a minute and travelled with the fair. Within twenty years every small town had a palace, with plush, a piano and a man behind a little window, who spliced, cranked, sweated, and saw the kiss every night for a fortnight in a mirror the size of a matchbox.",
    steps: [
      "Find out who owns the rights and ask; small clubs pay little.",
      "Black out one room properly rather than two badly.",
      "Put the loudspeaker behind the screen.",
      "Cook something that can wait, and talk about the film with your mouth full.",
    ],
    box: [
      ["Pictures a second", "24"],
      ["Chairs", "4,000"],
      ["Rain", "Tomorrow, same time"],
    ],
    quote: [
      "I've never seen an ending from the front.",
      "Ercole Bandini",
      "butcher and projectionist",
    ],
    endings: [
      "Takings that night: sixty-one euros and a salami.",
      "Afterwards everybody carries a chair to the side. That takes four minutes, and nobody has organised it.",
    ],
  },
  {
    key: "choirs",
    place: "Tartu",
    at: [58.3776, 26.729],
    tags: ["Music", "Community", "Summer"],
    articles: {
      feature: [
        "Thirty Thousand in One Chord",
        "Every five years a whole country learns the same songs, and then a field begins to sing.",
      ],
      guide: [
        "Joining a Choir When You Cannot Sing",
        "You can. Stand next to someone who is sure, and move your lips until it happens.",
      ],
      dispatch: [
        "Tuesday, Half Past Seven, Church Hall",
        "Cold radiators, warm biscuits, and one bar that has gone wrong since March.",
      ],
      essay: [
        "The Only Time I Breathe With Others",
        "You cannot sing a long phrase alone. You can sing it for ever if forty people breathe in turns.",
      ],
      history: [
        "The Festival That Outlasted Empires",
        "It began with brass bands and village teachers in Tartu in 1869. Two world wars did not silence it.",
      ],
    },
    scenes: [
      "The altos come over the hill in striped skirts, and it takes an hour. When the last of them are in, somebody on a small wooden tower raises both arms, and thirty thousand people draw breath; you can feel it on your face.",
      'There are nineteen of us, fourteen of whom are sopranos. The conductor is a dentist. He looks at us over his spectacles, says "Wider," and waits.',
    ],
    facts: [
      "People who sing together begin to breathe together, and then, researchers found with the help of a hospital choir, their hearts speed up and slow down in time.",
      "A choir does not get much louder when it grows: twice the singers add about as much as one step on a volume knob. What grows is the softness, and that is the hard part.",
      "Most people who are told that they cannot sing are merely unpractised at hearing themselves. Few are truly tone-deaf, perhaps one or two in a hundred.",
    ],
    argument:
      "All week I am out of breath on my own account. On Tuesdays it is shared out. Where my air ends my neighbour's is still going, and nobody hears the join; I drop out, gasp, slip in again, and the line has not noticed. I know no better description of what I would like from people.",
    past: "In 1869 about a thousand singers and players, all men, met in Tartu. The festivals went on under tsars and commissars, who chose the programme but could not choose the encores; in the late nineteen-eighties the crowds sang what was forbidden, night after night, until it was not.",
    steps: [
      "Go and listen once, then go and stand at the back.",
      "Take a place next to someone who is loud and right.",
      "Mark your part in pencil; everyone does.",
      "Keep coming until it is no longer embarrassing, about three weeks.",
    ],
    box: [
      ["Every", "Five years"],
      ["First held", "1869"],
      ["Singers", "Around 30,000"],
    ],
    quote: [
      "I can hear one wrong tenor among a thousand. I can also forgive him.",
      "Maarja Tamsalu",
      "conductor",
    ],
    endings: [
      "The last chord hung in the trees. No one clapped for what felt like a minute.",
      "The bar went right. Nobody said so, but there were two biscuits each.",
    ],
  },
  {
    key: "small-museums",
    place: "Hay-on-Wye",
    at: [52.0743, -3.1258],
    tags: ["Museums", "Community", "Collecting"],
    articles: {
      feature: [
        "Nine Hundred Locks and One Curator",
        "Small museums are opened by one person, dusted by the same person, and remembered longer than palaces.",
      ],
      guide: [
        "How to Look at One Thing",
        "Choose a single object, stay ten minutes, and leave the rest for another life.",
      ],
      dispatch: [
        "Open Sundays, Ring Twice",
        "A museum of lawn mowers, a museum of teeth, and the woman who has both keys.",
      ],
      essay: [
        "Labels Should Be Shorter Than the Look",
        "I watched a room full of visitors read for an hour. Nobody saw the boat.",
      ],
      history: [
        "Out of the Cabinet",
        "A crocodile on the ceiling, a narwhal's horn, a shell: how a rich man's cupboard became everyone's Sunday.",
      ],
    },
    scenes: [
      "He unlocks the museum with the ninth key he tries, and that is not, he says, a joke. Inside it smells of oil. There are padlocks like hearts, like fish, like a fist, and one that has never been opened and will not be.",
      "You ring twice. Presently a window goes up across the street, and somebody shouts that she will just turn off the potatoes.",
    ],
    facts: [
      "Paper, silk and watercolours may be shown at about fifty lux, which is the light of a dim corridor, and only for a few months at a time. The damage adds up and cannot be slept off.",
      "The average visitor to a gallery gives a picture less than half a minute, and a good part of that goes on the label.",
      "A big museum shows perhaps one object in twenty. A small one shows all of it, and the story of the lady who gave it, and a photograph of her dog.",
    ],
    argument:
      "First they read, then they lifted their eyes to check that it was there, and then they read the next. A label is a hand on your elbow. Let it point, say one thing you could never guess, and let go. Whoever wants the rest will bend down and look for it, and that is just where we wanted them.",
    past: "Around 1600 anyone with money and an attic kept a cabinet of curiosities, in which coral stood beside clockwork and nobody asked why. Then came catalogues, glass and opening hours. Something was gained. But a child still goes straight to the crocodile.",
    steps: [
      "Walk through once without stopping.",
      "Go back to what you remember.",
      "Look for as long as it takes to be bored, and then for one minute more.",
      "Read the label last. See whether it noticed what you did.",
    ],
    box: [
      ["Light for paper", "50 lux"],
      ["Open", "Sundays, two till five"],
      ["Ring", "Twice"],
    ],
    quote: [
      "I don't explain. I hand them a key and watch what they try it on.",
      "Gethin Prosser",
      "curator",
    ],
    endings: [
      "In the visitors' book someone has written: best locks. Underneath, in another hand: agreed.",
      "The potatoes were fine. We were given two each, and a badge.",
    ],
  },
  {
    key: "radio",
    place: "Galway Bay",
    at: [53.2307, -9.0013],
    tags: ["Radio", "Night", "Sea"],
    articles: {
      feature: [
        "The Voice That Reads the Weather to Ships",
        "Four minutes, no music, and half of the listeners have never owned a boat.",
      ],
      guide: [
        "Hearing the World After Dark",
        "A small receiver, a long wire, a winter evening: the old way of getting about.",
      ],
      dispatch: [
        "On Air From a Kitchen Table",
        "Raidió an Chuain has one studio, eleven volunteers and a kettle that must not be switched on during the news.",
      ],
      essay: ["Company in the Next Room", "I do not listen to it, exactly. I live beside it."],
      history: [
        "Crystal, Cat's Whisker, Bedsprings",
        "The first receivers needed no battery, and half a generation ruined its sleep by them.",
      ],
    },
    scenes: [
      "At twelve minutes to one she takes a sip of water and turns her wedding ring, once. Then the light goes red and she says the names of the sea, in the order in which the wind meets them.",
      "The transmitter is in the dresser, behind the good plates. A cow looks in. The presenter, who is also the vet, says on air that she knows very well what she has done.",
    ],
    facts: [
      "After dark the upper atmosphere turns into a mirror for medium waves. Stations that by day reach the next county are heard at night across half a continent.",
      "The human voice needs little room. Speech stays intelligible on a band so narrow that music would be in ruins, which is why it can be sent so far with so little.",
      "Of all the media radio asks for the least. It leaves you your eyes and your hands, and people who are washing up have been its most faithful audience for a hundred years.",
    ],
    argument:
      "They say that no one really listens any more. But I have never *really* listened. I peel, I iron, I drive, and meanwhile a person whom I know only by her vowels tells me about eels. If she has a cold, I worry. What more do you want of a friend?",
    past: "A lump of galena, a bit of wire thin as a whisker, a pair of headphones: in the nineteen-twenties that was a wireless. It took its power from the station itself. Children clipped it to the bedsprings, for an aerial, and heard dance bands under the blanket.",
    steps: [
      "Go outdoors or to a window, away from chargers and lamps.",
      "Clip a few metres of wire to the aerial.",
      "Begin at sunset and turn the dial as slowly as you can.",
      "Write down what you heard. You won't believe it later.",
    ],
    box: [
      ["Best hours", "Sunset to midnight"],
      ["Best months", "November to February"],
      ["Aerial", "Ten metres of any wire"],
    ],
    quote: [
      "You have to talk to one person. If you picture two, you start making a speech.",
      "Bríd Ní Chonaill",
      "announcer",
    ],
    endings: [
      "Then the light goes out, she says good night to nobody in particular, and out there somewhere somebody says it back.",
      "At five past the hour the kettle was switched on, and the whole parish heard it.",
    ],
  },
  {
    key: "maps",
    place: "Edinburgh",
    at: [55.9533, -3.1883],
    tags: ["Maps", "Walking", "Paper"],
    articles: {
      feature: [
        "The People Who Draw the Footpaths",
        "A map is out of date the day it is printed. Forty volunteers with pencils are doing what they can.",
      ],
      guide: [
        "Reading a Paper Map",
        "Turn it until it agrees with the hill. The rest is practice, and a thumb.",
      ],
      dispatch: [
        "A Day With the Boundary Walkers",
        "Every year the parish walks round itself, and at each stone someone is turned upside down.",
      ],
      essay: [
        "Getting Lost on Purpose",
        "The blue dot knows where I am. I used to know where everything else was.",
      ],
      history: [
        "The Town That Never Was",
        "Mapmakers invented places to catch the thieves who copied them. One of those places got a shop.",
      ],
    },
    scenes: [
      "The volunteer kneels in the bracken beside a stile that does not exist. She strikes it out, draws in the new one eighteen metres to the north, looks at her watch and writes the time, as if somebody had been born.",
      "They set off from the church with a fiddle, a flask and the oldest inhabitant. At the first boundary stone a small girl is picked up by the ankles, gently, and her hair is made to touch the top. Now she will remember.",
    ],
    facts: [
      "Contour lines join places of the same height. Close together they mean steep, far apart they mean flat, and where they form a V that points uphill there is a stream.",
      "No flat map can keep both shapes and sizes. The one on the schoolroom wall, made for sailors, keeps angles, and so Greenland looks as large as Africa, into which it would fit fourteen times.",
      "At a scale of one to twenty-five thousand four centimetres are a kilometre, which is a quarter of an hour on foot. Your thumb is then about half a kilometre wide and the best instrument you have.",
    ],
    argument:
      "The dot is never wrong, and it has made me stupid. It shows a street and leaves out the town. So on Saturdays I go without: I take the second left because of a smell of bread, I ask an old man who sends me the wrong way, and in the evening I have a place in my head, with corners, instead of a line.",
    past: "In the nineteen-thirties two draughtsmen put a made-up village at a crossroads in New York State. When it appeared on a rival map, they called their lawyers. But somebody had meanwhile read the name on the map and opened a general store there under it; so the village did exist, for a while.",
    steps: [
      "Turn the map, not your head, till it lies like the land.",
      "Find three things you can see, and then yourself.",
      "Keep your thumb where you are.",
      "Before each stretch say aloud what you will meet; when you don't, stop.",
    ],
    box: [
      ["Scale", "1:25,000"],
      ["4 cm", "One kilometre"],
      ["Contours", "Every ten metres"],
    ],
    quote: [
      "Paths are made by feet. We only take the minutes.",
      "Isla Rennie",
      "volunteer surveyor",
    ],
    endings: [
      "On the new sheet the stile will be a mark the size of a comma. She'll know.",
      "It was dark when the ring closed. The oldest inhabitant said that the parish had grown, or else he had shrunk.",
    ],
  },
  {
    key: "handwriting",
    place: "Uppsala",
    at: [59.8586, 17.6389],
    tags: ["Letters", "Paper", "Reading"],
    articles: {
      feature: [
        "The Readers of Impossible Hands",
        "Give her a shopping list from 1640 and she will tell you what they had for supper, and that the cook was left-handed.",
      ],
      guide: [
        "Write a Letter This Evening",
        "One sheet, no draft, and begin with what you see out of the window.",
      ],
      dispatch: [
        "Evening Class in Secretary Hand",
        "Twelve adults, tongues between their teeth, learning to write a letter e that looks like a knot.",
      ],
      essay: [
        "Nobody Else Has My Letter G",
        "I typed for thirty years and forgot that I had a voice on paper.",
      ],
      history: [
        "Oak Galls and Goose Feathers",
        "The ink that wrote the laws also ate them. A recipe in four ingredients, one of them a wasp's nest.",
      ],
    },
    scenes: [
      'She holds the sheet at an angle to the lamp, so that the ink throws shadows. "Herring," she says. "Four barrels." Then she smiles at something further down and turns it away, as if it were private.',
      "For an hour and a half no one has looked at a telephone. There are blots, there is swearing in low voices, and the accountant in the corner has produced a capital M for which the whole room gets up.",
    ],
    facts: [
      "Reading an old hand is a matter of alphabets, not of cleverness. Find a word you are sure of, a month or a name, and you have six letters; use these on the next word, and so on down the page.",
      "For more than a thousand years ink was made from oak galls, iron salt, gum and water. It goes on pale and turns black over a day or two, and then it is there for good.",
      "Writing by hand is slow, and that seems to be the use of it. Students who take notes with a pen write down less, and have to decide what matters while they listen.",
    ],
    argument:
      "I found it in a drawer, a card from my father, eleven words. I could have told you the words. What I had forgotten was the pressure, how he leaned on the downstrokes as on a spade, and the g with its foot kicked out to the left. I went and bought a pen.",
    past: "A gall wasp stings an oak, and the oak grows a marble round the egg. Crushed and soaked and mixed with green vitriol, it made the ink of charters, scores and love letters. Too strong a brew, and in three hundred years it has burnt straight through the page, word by word.",
    steps: [
      "Put the telephone in another room.",
      "Begin with the window, or with what you are eating.",
      "Ask one question that only this person could answer.",
      "Don't read it again. Stamp, coat, letter box.",
    ],
    box: [
      ["Ink", "Galls, vitriol, gum, water"],
      ["Turns black", "In a day or two"],
      ["Pen", "A left wing feather"],
    ],
    quote: [
      "After a month with someone's hand you know when he was in a hurry, and who for.",
      "Hedvig Almgren",
      "palaeographer",
    ],
    endings: [
      "She copied it out in her own small round hand, and initialled it. In four hundred years somebody will have to read that.",
      "At nine they wipe their nibs, put on their coats and sign the register. It is quite illegible.",
    ],
  },
];
