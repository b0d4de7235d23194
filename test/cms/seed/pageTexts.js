"use strict";

// Each page has the slug of its parent, a title, a summary and a text. The pages in `abroad` also have translations.
const pages = [
  [
    null,
    "About",
    "Who we are and why we are in no hurry.",
    "Hearth & Compass is a magazine about food, travel, craft, science, culture, nature and design. It was founded in 2009 at a kitchen table, and in a sense it has never left it.\n\nWe send people to look at things, give them time, and print what they bring back.",
  ],
  [
    "about",
    "Masthead",
    "The people behind the pages.",
    "Twelve writers, four editors, one picture desk and a great many readers who know better. Write to any of us; we answer, though not at once.",
  ],
  [
    "about",
    "How We Work",
    "Facts, corrections and who pays.",
    "Every article is read by someone who was not there. If we get something wrong we say so, at the foot of the piece, and leave it there.\n\nWe pay our own fares and carry our own bags.",
  ],
  [
    "about",
    "Corrections",
    "What we got wrong, and when.",
    "In the autumn issue we gave the length of a pendulum in miles. We regret this, and so does the clockmaker.",
  ],
  [
    null,
    "Contact",
    "How to reach the right desk.",
    "Letters are best, e-mail is fine, and the telephone is answered between ten and noon.\n\nReaders: readers@example.com. Pictures: pictures@example.com. Everything else: hello@example.com.",
  ],
  [
    "contact",
    "Write for Us",
    "What we are looking for.",
    "Tell us in one paragraph what you would go and see, and in a second why it should be you. We read everything that is shorter than a page.",
  ],
  [
    "contact",
    "Advertise",
    "Four pages an issue, and never opposite a poem.",
    "We take advertisements for things that we would use ourselves. The rates fit on a postcard, and we shall gladly send you one.",
  ],
  [
    null,
    "Subscribe",
    "Six issues a year, by post.",
    "A subscription costs the same as it did last year. It can be given away, paused for the summer, or cancelled with a single line.",
  ],
  [
    "subscribe",
    "Give a Subscription",
    "Wrapped, with a card in your words.",
    "Choose the first issue, write the card, and we shall do the string. Orders that arrive before the tenth of December are there in time.",
  ],
  [
    "subscribe",
    "Back Issues",
    "Most of them are still to be had.",
    "Numbers one to seven are sold out. Of the others we have between nine and three hundred copies each.",
  ],
  [
    null,
    "Events",
    "Readings, walks and one annual soup.",
    "We meet our readers four times a year. There is a walk in spring, a reading in summer, a workshop in autumn, and in January the soup.",
  ],
  [
    null,
    "Podcast",
    "Articles, read aloud by those who wrote them.",
    "On Tuesdays at half past seven, in case you are washing up.",
  ],
  [
    null,
    "Privacy",
    "What we know about you, which is little.",
    "We keep your name and address for as long as you subscribe, and the last letter you sent us for as long as we smile about it. We count visits and nothing else.",
  ],
  [
    null,
    "Reader Survey",
    "Eleven questions for the spring issue.",
    "Which page do you turn to first? Which do you skip? You may answer by hand.",
  ],
];

const abroad = {
  About: {
    fr: [
      "À propos",
      "Qui nous sommes, et pourquoi rien ne presse.",
      "Hearth & Compass est un magazine de cuisine, de voyage, d'artisanat, de science, de culture, de nature et de design. Il est né en 2009 autour d'une table de cuisine et, d'une certaine façon, il ne l'a jamais quittée.",
    ],
    de: [
      "Über uns",
      "Wer wir sind, und warum wir es nicht eilig haben.",
      "Hearth & Compass ist eine Zeitschrift über Essen, Reisen, Handwerk, Wissenschaft, Kultur, Natur und Gestaltung. Gegründet wurde sie 2009 an einem Küchentisch.",
    ],
  },
  Contact: {
    fr: [
      "Contact",
      "À qui écrire, et où.",
      "Une lettre, c'est le mieux ; un courriel convient ; et l'on répond au téléphone entre dix heures et midi.",
    ],
    de: [
      "Kontakt",
      "Wer wofür zuständig ist.",
      "Briefe sind am besten, E-Mails auch recht, und ans Telefon gehen wir zwischen zehn und zwölf.",
    ],
  },
  Subscribe: {
    fr: [
      "S'abonner",
      "Six numéros par an, par la poste.",
      "L'abonnement coûte autant que l'an dernier. On peut l'offrir, le suspendre pour l'été ou l'arrêter d'une seule ligne.",
    ],
  },
  Privacy: {
    de: [
      "Datenschutz",
      "Was wir über Sie wissen, also wenig.",
      "Wir bewahren Ihren Namen und Ihre Anschrift auf, solange Sie die Zeitschrift beziehen. Besuche zählen wir, sonst nichts.",
    ],
  },
};

const homepage = {
  en: [
    "Good things take a while",
    "Reports from kitchens, workshops, mountains and quays, six times a year.",
  ],
  fr: [
    "Les bonnes choses prennent du temps",
    "Des reportages de cuisines, d'ateliers, de montagnes et de quais, six fois par an.",
  ],
  de: [
    "Gut Ding will Weile haben",
    "Berichte aus Küchen, Werkstätten, von Bergen und Kaimauern, sechsmal im Jahr.",
  ],
};

module.exports = { abroad, homepage, pages };
