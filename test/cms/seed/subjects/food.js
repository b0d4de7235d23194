"use strict";

module.exports = [
  {
    key: "tea",
    place: "Wuyishan, Fujian",
    at: [27.7564, 118.0353],
    tags: ["Tea", "Winter", "Kitchen"],
    articles: {
      feature: [
        "Smoked Over Pine: A Season With Lapsang",
        "In the hills of northern Fujian a family still dries its leaves above a fire that burns from April until the rains.",
      ],
      guide: [
        "How to Brew a Pot for Six",
        "Six cups, one pot and no bitterness: it is mostly a matter of timing, and of pouring everything out.",
      ],
      dispatch: [
        "The Last Bus to the Tea Village",
        "Two hours of bends, one thermos, and a welcome that begins before anybody has asked your name.",
      ],
      essay: [
        "Tea in Winter",
        "The days are short, the kettle is slow, and nobody is in a hurry. A case for the cup that takes an afternoon.",
      ],
      history: [
        "How Tea Learned to Travel",
        "Bricks, chests and paper bags: the long road of a leaf that spoils when it meets damp, light or pepper.",
      ],
    },
    scenes: [
      "The drying house has three floors and no chimney. Smoke rises through slatted boards, past the trays of leaf, and leaves by the gaps under the roof, so that from across the valley the whole building seems to be breathing.",
      "The bus stops where the road does. From there a path of flat stones climbs between tea bushes cut as round as loaves, and somebody has already put water on by the time you reach the first door.",
    ],
    facts: [
      "White, green, oolong and black tea all come from one plant, *Camellia sinensis*. What changes is how long the leaf is allowed to meet the air before heat stops it: hardly at all for green, for hours in the case of black.",
      "Green leaf wants water of about eighty degrees. A kettle that has boiled gets there by itself in five or six minutes with the lid off, which is long enough to warm the pot and find the cups.",
      "Dry tea takes on the smell of whatever is near it. That is why jasmine tea works, why it must never share a cupboard with cumin, and why old tins with a tight lid are worth more than new boxes with a window.",
    ],
    argument:
      "In summer we drink tea because we are thirsty. In winter we drink it because it makes a room. The light goes at four, the windows steam over from the inside, and for as long as there is something left in the pot nobody has to decide what comes next.",
    past: "Tea left China on foot. Pressed into bricks, it crossed the mountains to Tibet on the backs of porters and was traded for horses; by sea it reached Europe early in the seventeenth century, in Dutch ships, and cost more by weight than most people's boots.",
    steps: [
      "Warm the pot with hot water and throw the water away.",
      "Count one level teaspoon of leaf for each cup; the old rule of one more for the pot is for hard water.",
      "Pour, cover, and wait three minutes for black tea, two for green.",
      "Empty the pot completely: leaves left standing in water are where the bitterness comes from.",
    ],
    box: [
      ["Best water", "Soft, freshly drawn"],
      ["Green tea", "80 °C, two minutes"],
      ["Keeps for", "A year in a closed tin"],
    ],
    quote: [
      "A good cup is mostly patience. The leaf does the rest, if you let it.",
      "Lin Meiyun",
      "tea grower",
    ],
    endings: [
      "There is a second pot in the same leaves, paler and a little sweeter. It would be a pity to leave before it.",
      "On the way back the jacket smells of smoke, and it will go on smelling of smoke until spring.",
    ],
  },
  {
    key: "bread",
    place: "Altamura, Apulia",
    at: [40.8279, 16.5539],
    tags: ["Bread", "Kitchen", "Slow Living"],
    articles: {
      feature: [
        "The Oven That Belongs to Everyone",
        "In a town in Apulia families still bake in a shared oven and stamp their loaves so that nobody goes home with the wrong one.",
      ],
      guide: [
        "Your First Loaf of Sourdough",
        "Flour, water, salt and a weekend: a plain method for people who have killed a starter before.",
      ],
      dispatch: [
        "Four in the Morning at the Bakery",
        "The town sleeps, the dough does not. A night with the people who make breakfast possible.",
      ],
      essay: [
        "In Praise of Yesterday's Bread",
        "Fresh bread gets the applause. Stale bread feeds the family, and always has.",
      ],
      history: [
        "Fourteen Thousand Years of Crumbs",
        "People were baking long before they were farming, and the evidence was lying beside a cold fireplace.",
      ],
    },
    scenes: [
      "The loaves arrive on planks, under cloths, carried on the shoulder. Each bears the initials of a family, pressed into the dough with a wooden stamp that hangs at home beside the door.",
      "At ten past four the only light in the street comes from the bakery's back door, and the only sound is the scrape of a dough knife. The radio is on, very low, for company.",
    ],
    facts: [
      "A starter is flour and water in which wild yeasts and lactic acid bacteria have settled down together. The yeasts make the gas that lifts the loaf; the bacteria make the acids that flavour it and keep it from moulding.",
      "Salt does more than season. It tightens the gluten, slows the yeasts and gives the crust its colour, and a dough without it races ahead and then collapses.",
      "Durum flour drinks more water than soft wheat and gives it back slowly, which is why the yellow bread of Apulia is still good after a week in a drawer.",
    ],
    argument:
      "A fresh loaf asks for nothing and is gone by noon. An old one makes you think: panzanella, bread soup, dumplings, crumbs fried in oil and thrown over pasta. Whole cuisines were built by people who could not bring themselves to throw away a crust.",
    past: "The oldest bread yet found is a handful of charred crumbs from a fireplace in the desert of north-eastern Jordan. They are about fourteen thousand years old, four thousand years older than farming there, and under the microscope they show flour that had been ground, sieved and kneaded.",
    steps: [
      "Feed the starter in the evening and leave it somewhere warm.",
      "In the morning mix it with flour and water, wait half an hour, and only then add the salt.",
      "Fold the dough four times in two hours instead of kneading it.",
      "Let it rise overnight in the refrigerator and bake it cold, in a hot pot with the lid on for the first twenty minutes.",
    ],
    box: [
      ["Salt", "Two per cent of the flour"],
      ["Oven", "240 °C, then 210 °C"],
      ["Wait before cutting", "One hour"],
    ],
    quote: ["You can hurry the fire. You cannot hurry the dough.", "Nunzia Ladisa", "baker"],
    endings: [
      "The last loaf out is for the baker. It is eaten standing up, with oil, before the shutters go up.",
      "A loaf sings when it comes out: small cracks in the crust, for a minute or two, and then it is only bread.",
    ],
  },
  {
    key: "cheese",
    place: "Beaufortain, Savoy",
    at: [45.7196, 6.5731],
    tags: ["Cheese", "Mountains", "Farming"],
    articles: {
      feature: [
        "A Hundred Days Above the Tree Line",
        "Every June the cows walk up and the cheesemakers follow. They come down in September with a winter's worth of wheels.",
      ],
      guide: [
        "How to Buy Cheese Without Nodding",
        "Ask three questions, taste before you decide, and buy less than you meant to.",
      ],
      dispatch: [
        "Milking by Headlamp",
        "At half past four the mountain is only a darker piece of the sky, and forty cows already know the way.",
      ],
      essay: [
        "The Cellar Is a Slow Machine",
        "Nothing moves in the cellar except the people who turn the wheels, and that is the whole trick.",
      ],
      history: [
        "Why Mountains Make Big Cheeses",
        "A wheel of forty kilos is not vanity. It is a way of carrying summer down a steep path.",
      ],
    },
    scenes: [
      "The hut has two rooms. In one of them people sleep; in the other hangs a copper cauldron wide enough to bathe in, and from five in the morning it is never empty.",
      "The cows come out of the dark one bell at a time. Nobody calls them twice. By the time the sun has reached the ridge the milk is in the cauldron and the dog is asleep again.",
    ],
    facts: [
      "It takes about ten litres of milk to make one kilo of hard mountain cheese, so a wheel of forty kilos is a day's work of some twenty cows.",
      "Summer milk tastes of where the herd has been. Above the tree line a square metre of pasture may hold thirty kinds of plants, and the cheesemakers can tell by the colour of the butter which slope the cows were on.",
      "A young wheel is turned, salted and rubbed every day, later twice a week. The rind is a living thing, and the brush carries it from the old wheels to the new ones.",
    ],
    argument:
      "We like to think of craft as something busy. A cellar says otherwise. It is dark, it is damp, it is ten degrees all year, and for eight months its work consists of not being disturbed. Most of the skill lies in knowing when to leave well alone.",
    past: "Villages in the high Alps could not eat their summer milk or sell it, so they pooled it. From the thirteenth century on they worked in cooperatives, wrote down who had brought how many buckets, and shared out the wheels in autumn by the same measure.",
    steps: [
      "Ask what is good today, not what is famous.",
      "Taste the rind as well as the heart; they are two different cheeses.",
      "Buy a piece for two days and come back.",
      "Let it stand an hour in its paper before you serve it.",
    ],
    box: [
      ["Milk for one wheel", "About 400 litres"],
      ["Cellar", "10 °C, very damp"],
      ["Ripening", "Five to twelve months"],
    ],
    quote: [
      "The milk is already finished when it reaches me. I try not to spoil it.",
      "Étienne Rochas",
      "alpine cheesemaker",
    ],
    endings: [
      "In September the path down is lined with people. They cheer the cows, but it is the cart behind them that they are waiting for.",
      "By nine the milk is in its moulds, the herd is lying down, and a day's work is over before the valley has had its coffee.",
    ],
  },
  {
    key: "olive-oil",
    place: "Kalamata, Messenia",
    at: [37.0389, 22.1142],
    tags: ["Olive Oil", "Farming", "Mediterranean"],
    articles: {
      feature: [
        "The Week the Mill Never Sleeps",
        "For one week in November a village in Messenia lives by the noise of its mill, and by the colour of what runs out of it.",
      ],
      guide: [
        "How to Read an Olive Oil Label",
        "Half of what is printed there is decoration. Here is the other half.",
      ],
      dispatch: [
        "Nets Under the Trees",
        "Everybody's cousin has come home for the harvest, and everybody's back hurts.",
      ],
      essay: [
        "Spend It All by Easter",
        "The good oil does not improve in the cupboard. It is the most generous ingredient we have, and we treat it like a relic.",
      ],
      history: [
        "Trees Older Than the Border",
        "Some of the olives on this hillside have belonged to four empires and have not noticed.",
      ],
    },
    scenes: [
      "The mill runs all night because olives will not wait. By two in the morning the yard is full of pickup trucks, the drivers asleep at the wheel, each with a ticket in the windscreen that says when his fruit will be pressed.",
      "The nets are spread before the dew is gone. After that there is no talk for an hour, only the rattle of combs in the branches and the small dry rain of olives.",
    ],
    facts: [
      "It takes about five kilos of olives to make a litre of oil, more if they were picked early and green. Early oil is scarce, bitter and peppery at the back of the throat, and people who grew up with it want no other.",
      "Extra virgin means two things: nothing but pressing was done to it, and fewer than eight grams in a thousand are free acids. The second is a measure of how quickly the fruit got from the tree to the mill.",
      "Oil has three enemies, and they are light, warmth and time. A clear bottle on a sunny shelf has lost its scent within weeks.",
    ],
    argument:
      "Wine has taught us to lay things down, and with oil the lesson does harm. It is at its best in the month it is made and goes quietly downhill from there. So pour it on the beans, on the fish, on bread. Pour it as if there would be a new harvest in a year, because there will.",
    past: "An olive tree that is cut down grows again from its root, and so nobody quite knows how old the oldest are. Some trunks in the eastern Mediterranean have been dated to well over a thousand years; their owners prefer to say that they were always there.",
    steps: [
      "Look for a harvest date, not a best-before date.",
      "Choose dark glass or a tin.",
      "Believe a place name that is small: one village says more than one country.",
      "Taste it plain from a spoon. It should scratch a little.",
    ],
    box: [
      ["Harvest", "October to January"],
      ["Yield", "Five kilos for a litre"],
      ["Use within", "A year of the harvest"],
    ],
    quote: ["If it does not make you cough, it came too late.", "Stavroula Kanellou", "mill owner"],
    endings: [
      "The first oil of the year is poured on toast, in the yard, at midnight. Nobody says anything for a while.",
      "What is left over goes into a lamp at the roadside shrine, and burns until the rains.",
    ],
  },
  {
    key: "salt",
    place: "Guérande, Brittany",
    at: [47.3286, -2.4291],
    tags: ["Salt", "Sea", "Farming"],
    articles: {
      feature: [
        "Raking the Sea by Hand",
        "The salt workers of Guérande need sun, an east wind and a wooden rake. They can count on one of the three.",
      ],
      guide: [
        "Which Salt for What",
        "You need two kinds in the kitchen, three at most. The rest is a hobby, and a fine one.",
      ],
      dispatch: [
        "An Afternoon on the Marsh",
        "The clay is warm, the water is pink, and the salt comes up when the wind drops.",
      ],
      essay: [
        "The Pinch",
        "Recipes measure everything and then, at the one moment that matters, trust your fingers.",
      ],
      history: [
        "The Roads That Salt Built",
        "Before there was money for it, there was a road for it.",
      ],
    },
    scenes: [
      "From the air the marsh looks like a window of leaded glass: hundreds of shallow basins, each a different grey or rose, held apart by walls of clay that have to be mended every spring.",
      "At four in the afternoon the wind turns, the surface of the basin dulls, and a skin as thin as frost begins to draw together at the leeward edge. Nobody speaks. There is perhaps an hour.",
    ],
    facts: [
      "Seawater enters the marsh at a spring tide and wanders through ever shallower ponds for weeks. By the time it reaches the last basin it is about eight times as salty as the sea.",
      "The white flower of salt forms on the surface on warm, dry afternoons and is skimmed off before it sinks. What falls to the clay becomes the coarse grey salt, and there is twenty times as much of it.",
      "A wet summer can mean no harvest at all. In a good one a single worker may rake sixty tonnes, most of it in July and August.",
    ],
    argument:
      "To cook is to decide, and no decision is smaller or more often taken than the pinch. It cannot be written down, since no two people have the same fingers. You learn it by getting it wrong at your own table, and then one day you notice that you no longer look.",
    past: "Wherever salt was made, a road led away from it. Rome's oldest highway to the Adriatic is called the Via Salaria; German towns grew rich on tolls from carts bound for the Baltic; and for centuries the French paid a salt tax so hated that smugglers became folk heroes.",
    steps: [
      "Keep a box of plain fine salt by the stove and always use the same one.",
      "Salt water for pasta until it tastes like a mild broth.",
      "Season meat a day ahead, or at the very last minute, but not in between.",
      "Save the flaky kind for the table, where you can hear it.",
    ],
    box: [
      ["Season", "June to September"],
      ["Tool", "A rake five metres long"],
      ["Brine", "About 280 grams a litre"],
    ],
    quote: [
      "I farm the weather. The salt is what it leaves behind.",
      "Maël Guivarc'h",
      "salt worker",
    ],
    endings: [
      "In the evening the heaps along the banks catch the last light, like small tents pitched for the night.",
      "You taste it on your lips all the way to the station.",
    ],
  },
  {
    key: "citrus",
    place: "Reggio Calabria",
    at: [38.1113, 15.6473],
    tags: ["Citrus", "Winter", "Mediterranean"],
    articles: {
      feature: [
        "The Coast That Smells of Bergamot",
        "Almost every bergamot in the world grows on one strip of Calabria, and almost nobody eats it.",
      ],
      guide: [
        "Marmalade, Without Tears",
        "Three days, one big pan, and the patience to leave the pips alone.",
      ],
      dispatch: [
        "Lemon Terraces, Seen From Below",
        "Two hundred steps, fifty-seven kilos: the arithmetic of a lemon on a steep coast.",
      ],
      essay: [
        "A Bowl of Oranges Is Enough",
        "In the darkest month of the year the cheapest fruit in the market is also the brightest thing in the house.",
      ],
      history: [
        "All Oranges Are Cousins",
        "Three wild ancestors, several thousand years of accidents, and the fruit bowl as we know it.",
      ],
    },
    scenes: [
      "You smell it before the train stops. For three weeks in December the presses run day and night, and the peel of a fruit that looks like a tired lemon fills the whole coast with the scent of a cup of Earl Grey.",
      "The terraces go up the cliff like a staircase for giants. Chestnut poles hold up the nets, the nets hold off the hail, and between them men with baskets on their shoulders walk sideways, as goats do.",
    ],
    facts: [
      "Nearly every citrus fruit we know descends from three: the citron, the pomelo and the mandarin. The orange is a cross of the last two, the lemon a cross of the citron with a sour orange.",
      "The scent sits in tiny glands in the coloured part of the peel. Roll a lemon hard on the table and you will get more juice; scrape it lightly and you will get more lemon.",
      "Sour oranges from Seville are in the shops for six or seven weeks after New Year. They freeze well whole, which is how marmalade gets made in May.",
    ],
    argument:
      "Nobody gives you an orange as a present any more, and that is a pity, since it comes already wrapped. Put seven of them in a bowl in January and the kitchen has a lamp. Peel one slowly at the table and everyone in the room looks up.",
    past: "Citrus began in the foothills of the Himalaya and moved west a fruit at a time. The citron reached the Mediterranean in antiquity, the lemon and the sour orange came with Arab gardeners, and the sweet orange only with Portuguese ships, which is why in several languages it is still called a Portugal.",
    steps: [
      "Halve the fruit, press it, and tie pips and pith in a cloth.",
      "Slice the peel as thick as you like to eat it and soak everything overnight.",
      "Simmer until the peel crushes between two fingers, and only then add sugar.",
      "Boil hard until a drop wrinkles on a cold plate.",
    ],
    box: [
      ["Season", "November to March"],
      ["Sugar", "As much as fruit"],
      ["Set point", "104.5 °C"],
    ],
    quote: [
      "We sold the scent and threw away the fruit. My grandmother made jam of it anyway.",
      "Rocco Malara",
      "bergamot grower",
    ],
    endings: [
      "On the platform a boy is selling them in paper cones. They are too sour to eat, and everyone buys a bag.",
      "I took two of them home in my coat pockets. The kitchen will smell of it until Sunday.",
    ],
  },
  {
    key: "ferments",
    place: "Gwangju, South Jeolla",
    at: [35.1595, 126.8526],
    tags: ["Fermentation", "Kitchen", "Winter"],
    articles: {
      feature: [
        "The Cabbages Arrive on Thursday",
        "One street, three hundred heads of cabbage, and a whole neighbourhood in rubber gloves.",
      ],
      guide: [
        "Pickle Anything: The Two Per Cent Rule",
        "If you own a kitchen scale and a jar, you can put up almost any vegetable that is firm and fresh.",
      ],
      dispatch: [
        "Jars on the Roof",
        "On the rooftops of the old town the winter's food stands in the cold, in brown jars as tall as children.",
      ],
      essay: [
        "Learning to Like Sour",
        "Children refuse it and grandparents miss it. Somewhere between the two, a palate is made.",
      ],
      history: [
        "Before the Refrigerator There Was the Jar",
        "Every cold country found the same answer to winter, and every one is sure that it was first.",
      ],
    },
    scenes: [
      "The lorry comes at seven. By eight the cabbages are halved, by noon they are limp with salt, and by evening a chain of women, and these days a few of their sons, is rubbing red paste between the leaves.",
      "You reach the roof by a ladder. The jars stand in rows along the parapet, lids weighted with stones, and beyond them the city goes on as though nothing were happening up here. A great deal is.",
    ],
    facts: [
      "Two grams of salt for every hundred grams of vegetables is enough to hold back the microbes that rot and to leave room for those that sour. After that the lactic acid bacteria, which were on the leaves all along, do the work.",
      "Temperature sets the pace. At twenty degrees a jar is ready in one to two weeks; in a cellar it takes a month or more, and most people who have tried both prefer the cellar.",
      "What goes wrong is nearly always air. Keep everything under the brine, with a plate or a leaf or a small clean stone, and the jar looks after itself.",
    ],
    argument:
      "Nobody is born liking it. Sour is the taste of a warning, and for the first years of our lives we heed it. Then someone we trust puts a forkful on our plate, beside something fat and warm, and we discover that a warning, well placed, is the best thing in the meal.",
    past: "Cabbage in salt fed the crews of sailing ships and kept scurvy off them; radish in rice bran saw villages through snow; cucumbers went into barrels wherever there was dill. None of those cooks knew what a bacterium was, and all of them knew when it was ready.",
    steps: [
      "Weigh the vegetables and take two per cent of that weight in salt.",
      "Rub or pound until they give up enough liquid to cover themselves.",
      "Pack tightly, weigh down, and leave a hand's breadth of room at the top.",
      "Let out the gas once a day for the first week, and taste from the fifth day on.",
    ],
    box: [
      ["Salt", "Two per cent by weight"],
      ["Place", "Dark, 16 to 20 °C"],
      ["Ready", "After one to four weeks"],
    ],
    quote: [
      "My mother's hands are in every jar. I only have the recipe.",
      "Seo Haneul",
      "home cook",
    ],
    endings: [
      "At dusk everyone carries home more than she brought. That seems to be the point.",
      "The lid gives a small sigh when you lift it, as if it had been waiting to be asked.",
    ],
  },
  {
    key: "soup",
    place: "Porto",
    at: [41.1496, -8.611],
    tags: ["Soup", "Kitchen", "Markets"],
    articles: {
      feature: [
        "The Market Canteen at Six",
        "Before the fishmongers open, they eat. It has been the same soup since the hall was built.",
      ],
      guide: [
        "A Pot of Soup From Almost Nothing",
        "An onion, a heel of bread, the end of a cheese: dinner for four, if you let them take their time.",
      ],
      dispatch: [
        "Breakfast With the Porters",
        "Green soup, red wine, a quarter to six. The market hall has its own idea of the morning.",
      ],
      essay: [
        "Why Soup Is Better on the Second Day",
        "Something happens in the pot overnight, and it is not only that you have forgotten the work.",
      ],
      history: [
        "The Place That Was Named After a Broth",
        "How a word for something restoring to drink became a word for a room with tables.",
      ],
    },
    scenes: [
      "There are eleven stools and no menu. Dona Amélia fills the bowl before you have sat down, pushes the bread across, and goes back to shouting at the radio.",
      "The porters come in sideways, because of their shoulders. They eat quickly, with the spoon held like a tool, and for ten minutes the loudest place in the city is silent.",
    ],
    facts: [
      "The green soup of northern Portugal is potatoes, onion and kale cut as fine as grass. The kale goes in last and boils for two minutes; longer, and it loses the colour for which the soup is named.",
      "Starch is what makes a soup feel generous. A potato, a crust, a spoonful of rice, boiled until they fall apart, will do everything that cream is used for, and cost nothing.",
      "Cold thickens, time rounds off. Overnight the sharpness of onion fades, the beans give up their starch, and the herbs have gone everywhere they could go.",
    ],
    argument:
      "Nobody boasts of soup. It has no crust to photograph and cannot be carved. And yet when someone is ill, or bereaved, or has just come home from far away, it is soup that we carry up the stairs, with a plate on top to keep it warm.",
    past: "In Paris, in the eighteenth century, a *restaurant* was something in a cup: a strong meat broth sold to restore the delicate. The shops that served it had small tables and opened when one was hungry, and in time the tables mattered more than the cup.",
    steps: [
      "Cook a chopped onion in more oil than seems decent until it is sweet.",
      "Add whatever is hard first, whatever is tender last, and water only to cover.",
      "Put in the rind of an old cheese and forget about it.",
      "Stop before it is finished, let it stand half an hour, and season it then.",
    ],
    box: [
      ["Serves", "Four, or two twice"],
      ["Time", "Fifty minutes"],
      ["Freezes", "Yes, without the greens"],
    ],
    quote: [
      "I have never counted the bowls. I count the people who come back.",
      "Amélia Teixeira",
      "canteen cook",
    ],
    endings: [
      "By seven the stools are free again, the shutters rattle up, and the town believes that the day is beginning.",
      "There was a ladle left in the pot this morning. It was the best of it.",
    ],
  },
];
