"use strict";

// All people are fictional.
const authors = [
  [
    "Marit Solvang",
    "Bergen",
    ["Science", "Travel"],
    "Marit Solvang writes about weather, ice and other things that do not wait. She grew up above a ship chandler's and still packs like a sailor.",
  ],
  [
    "Tobias Renner",
    "Leipzig",
    ["Craft", "Design"],
    "Tobias Renner trained as a typesetter in the last year in which that was possible. He has since visited more than three hundred workshops and owns one good chair.",
  ],
  [
    "Ines Caldeira",
    "Porto",
    ["Food", "Culture"],
    "Ines Caldeira has been writing about kitchens, markets and libraries since 2009. She believes that most recipes are letters.",
  ],
  [
    "Hamish Dunmore",
    "Oban",
    ["Travel", "Nature"],
    "Hamish Dunmore was a deckhand before he was a journalist, and reads tide tables for pleasure.",
  ],
  [
    "Yuki Tanabe",
    "Kanazawa",
    ["Craft", "Food"],
    "Yuki Tanabe divides her time between Kanazawa and the night train. Her first book was about lids.",
  ],
  [
    "Colette Marchais",
    "Nantes",
    ["Culture", "Food"],
    "Colette Marchais edits our French pages. She has lost the same umbrella in four countries.",
  ],
  [
    "Owen Pritchard-Lowe",
    "Ludlow",
    ["Nature", "Craft"],
    "Owen Pritchard-Lowe lays hedges in winter and writes in summer. He asks that readers stop sending him billhooks.",
  ],
  [
    "Amara Okwuosa",
    "Bristol",
    ["Science", "Design"],
    "Amara Okwuosa studied physics, taught it for ten years, and now explains it to people who thought they had escaped.",
  ],
  [
    "Priya Venkatesan-Holt",
    "Leeds",
    ["Culture", "Design"],
    "Priya Venkatesan-Holt writes about rooms in which people meet. She sings alto on Tuesdays, near the back.",
  ],
  [
    "Lucía Ferrandis",
    "Valencia",
    ["Food", "Nature"],
    "Lucía Ferrandis comes from four generations of orange growers and is the first of them to be allergic.",
  ],
  [
    "Anselm Krugler",
    "Graz",
    ["Travel", "Science"],
    "Anselm Krugler edits our German pages, walks to work over a mountain, and takes the lift.",
  ],
  [
    "Saoirse Mulgrew",
    "Galway",
    ["Culture", "Travel"],
    "Saoirse Mulgrew presented a late programme on local radio for eleven years and still lowers her voice after midnight.",
  ],
];

// The tests know the password of the first user. The roles below apply to the users in this order.
const names =
  "Nora Whitlock|Gideon Farrow|Elif Sarıkaya|Mateusz Gorski|Hannah Brinkmeier|Luca Ferraresi-Blum|Beatrix Holloway|Samir Khattab|Ingrid Fjellstad|Dario Benvenuti|Oluchi Adeyinka|Piet Verhaegen|Rosalind Tate|Kenta Morishige|Clara Domínguez Rey|Fergus Abernethy|Agnieszka Zalewska|Théo Lagarrigue|Mina Rostami|Jonas Edelström|Leila Haddadine|Magnus Thorvik|Bronwen Cadwallader|Andrés Quintanilla|Sofie Vandeput|Emeka Nwachukwu|Greta Sommerlad|Ruth Ellingham|Pavel Dvorník|Chiara Montefusco|Tariq Benslimane|Linnea Söderquist|Isaac Pomfret|Aiko Nishiwaki|Declan Rafferty-Moss|Vera Kolarova|Nuno Evangelista|Freya Lindholm|Callum Strachan|Zeynep Tunçer".split(
    "|",
  );

const roles = [
  { name: "Editor", description: "Writes, publishes and looks after the readers.", people: 4 },
  { name: "Contributor", description: "Writes and leaves the publishing to others.", people: 8 },
  { name: "Reader", description: "Has a subscription.", people: 12 },
  { name: "Authenticated", description: "Has an account.", people: 16 },
];

module.exports = { authors, names, roles };
