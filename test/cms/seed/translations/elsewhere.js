"use strict";

// Articles that exist in another language but not in English.
module.exports = [
  {
    locale: "fr",
    category: "Food",
    tags: ["Markets", "Sea"],
    place: "Cancale",
    at: [48.6755, -1.8517],
    title: "Les huîtres de Cancale, un dimanche de pluie",
    summary:
      "On les mange debout, face à la mer, et l'on jette les coquilles par-dessus le mur. Personne ne s'est jamais plaint.",
    body: "Cinq étals, cinq parasols, et la pluie qui tombe en biais. La dame ouvre une douzaine sans regarder, pose un demi-citron dessus et vous indique le mur du menton.\n\nEn bas, à marée basse, la plage est blanche de coquilles. Elles y sont depuis si longtemps que les enfants en font des châteaux.\n\nOn rentre les doigts salés, une entaille au pouce, et l'on n'a pas vu passer midi.",
  },
  {
    locale: "fr",
    category: "Culture",
    tags: ["Community", "Music"],
    place: "Fougères",
    at: [48.3526, -1.1997],
    title: "Le bal du samedi n'est pas mort",
    summary:
      "Deux accordéons, un parquet démontable et cent vingt danseurs dont le plus jeune a neuf ans.",
    body: "Le parquet arrive à cinq heures, en morceaux, dans une remorque. À sept heures il est plat, à huit il est ciré, à neuf il disparaît sous les pieds.\n\nPersonne n'enseigne rien. On entre dans la chaîne, quelqu'un vous prend le petit doigt, et le reste vient par le bras.\n\nÀ une heure, il faut démonter. C'est encore une danse, disent les anciens, mais celle-là sans musique.",
  },
  {
    locale: "fr",
    category: "Nature",
    tags: ["Gardens", "Slow Living"],
    place: "Angers",
    at: [47.4784, -0.5632],
    title: "Petit traité des mauvaises herbes",
    summary:
      "Elles ont des noms de fées et une réputation de voyous. Promenade botanique le long d'un mur de gare.",
    body: "Sur trente mètres de mur, entre la consigne et le parking à vélos, nous en avons compté quarante-deux. La cymbalaire, dite ruine-de-Rome, plante elle-même ses graines dans les fentes.\n\nUne mauvaise herbe n'est qu'une plante qui n'a pas pris rendez-vous. Elle dit beaucoup du sol, du passage, et de la fréquence du balai.\n\nLe mois suivant, le mur était propre. En avril, la première était revenue.",
  },
  {
    locale: "fr",
    category: "Travel",
    tags: ["Trains", "Mountains"],
    place: "Nice",
    at: [43.7102, 7.262],
    title: "Le petit train qui monte aux Pignes",
    summary:
      "Trois heures pour cent cinquante kilomètres, et l'on descend où l'on veut, pourvu qu'on fasse signe.",
    body: "La légende veut qu'il aille si lentement qu'on pouvait descendre ramasser des pommes de pin. Le conducteur ne dément pas.\n\nIl s'arrête devant une maison, prend un pain, le rend deux gares plus loin. Une dame monte avec une chèvre, qui paie demi-tarif.\n\nAu terminus, il y a une fontaine, un café, et un autre train, trois heures plus tard. On ne s'ennuie pas.",
  },
  {
    locale: "fr",
    category: "Craft",
    tags: ["Handwork", "Wood"],
    place: "Saint-Claude",
    at: [46.3873, 5.8648],
    title: "La main du sabotier",
    summary:
      "Il en vend deux cents paires par an, la plupart à des jardiniers, les autres à des gens qui ont froid aux pieds.",
    body: "Le bouleau est vert, il sent le pain. En trois coups de hache, on voit déjà un pied gauche.\n\nLe creux se fait à la cuillère, à l'aveugle, en écoutant. Trop mince, il fend ; trop épais, il pèse.\n\nIl en porte depuis l'âge de six ans. Il n'a jamais eu, dit-il, ni rhume ni patron.",
  },
  {
    locale: "fr",
    category: "Design",
    tags: ["Cities", "Colour"],
    place: "Lyon",
    at: [45.764, 4.8357],
    title: "Peindre un volet, choisir un bleu",
    summary:
      "La mairie en autorise sept. Les habitants en connaissent davantage, et chacun porte le nom d'un voisin.",
    body: "Il y a le bleu de Mme Roche, le bleu du garage, celui qu'on a raté en 1987 et que toute la rue a copié depuis.\n\nLe soleil les mène tous au même endroit, vers un gris très doux qu'aucun marchand ne vend.\n\nOn repeint tous les dix ans. On pourrait attendre. Mais il faut bien que l'été commence quelque part.",
  },
  {
    locale: "de",
    category: "Food",
    tags: ["Kitchen", "Markets"],
    place: "Wien",
    at: [48.1986, 16.3636],
    title: "Das Kaffeehaus als Wohnzimmer",
    summary:
      "Eine Melange, ein Glas Wasser, elf Zeitungen: Man darf bleiben, bis die Stühle hochgestellt werden.",
    body: "Das Glas Wasser wird nachgefüllt, ohne dass man es merkt. Es heißt: Bleiben Sie. Es hat noch nie etwas anderes geheißen.\n\nAm Fenster wird Schach gespielt, hinten eine Doktorarbeit beendet, zum dritten Mal. Der Ober weiß, wer wessen Tisch nicht will.\n\nUm Mitternacht geht das Licht einmal aus und wieder an. Das ist keine Drohung, nur eine Uhr.",
  },
  {
    locale: "de",
    category: "Craft",
    tags: ["Handwork", "Winter"],
    place: "Seiffen",
    at: [50.6472, 13.4525],
    title: "Reifentiere: Ein Elefant in Scheiben",
    summary:
      "Der Drechsler macht einen Ring. Erst wenn man ihn spaltet wie einen Kuchen, sieht man, dass es Kühe sind.",
    body: "Er dreht Rillen in ein nasses Stück Fichte, und man versteht nichts. Dann setzt er das Messer an, ein Schlag, und auf der Hand liegt ein Schaf.\n\nSechzig Tiere aus einem Ring, alle gleich und keines ganz. Die Ohren kommen später, aus Leder, am Küchentisch.\n\nMan muss von innen denken, sagt er. Von außen sieht es nur rund aus.",
  },
  {
    locale: "de",
    category: "Nature",
    tags: ["Birds", "Forest"],
    place: "Göttingen",
    at: [51.5413, 9.9158],
    title: "Nachtigall, Parkplatz, drei Uhr früh",
    summary:
      "Sie singt nicht im Wald, sondern hinter dem Baumarkt, und vierzig Leute stehen im Schlafanzug davor.",
    body: "Angefangen hat es mit einem, der seinen Hund ausführte. Inzwischen bringen sie Stühle mit.\n\nEin Männchen kennt an die zweihundert Strophen. Warum es ausgerechnet die Hecke am Einkaufswagenhäuschen sein muss, weiß keiner; vermutlich, weil dort niemand aufräumt.\n\nUm vier setzt die Amsel ein, und alle gehen nach Hause wie aus der Oper.",
  },
  {
    locale: "de",
    category: "Culture",
    tags: ["Community", "Reading"],
    place: "Görlitz",
    at: [51.1526, 14.9872],
    title: "Vorlesen im Waschsalon",
    summary: "Vierzig Minuten bei sechzig Grad: genau eine Erzählung lang.",
    body: "Dienstags um sieben stellt sie sich auf die Bank zwischen Trommel vier und fünf. Wer Wäsche hat, bleibt ohnehin; wer keine hat, bringt ein Kissen.\n\nGelesen wird gegen das Schleudern an. An spannenden Stellen hält manchmal jemand seine Maschine an.\n\nEs riecht nach Seife und nassem Mantel. Ein Ende, sagt sie, muss man hören können, bevor die Tür klickt.",
  },
];
