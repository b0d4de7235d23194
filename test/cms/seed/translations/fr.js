"use strict";

// By subject: the three articles that have a French translation, and the paragraphs of these articles.
module.exports = {
  tea: {
    articles: {
      essay: [
        "Le thé en hiver",
        "Les jours sont courts, la bouilloire est lente et personne n'est pressé. Éloge de la tasse qui prend tout un après-midi.",
      ],
      guide: [
        "Préparer une théière pour six",
        "Six tasses, une théière et pas d'amertume : tout est affaire de minutes, et de vider la théière jusqu'au bout.",
      ],
      feature: [
        "Fumé au bois de pin : une saison de lapsang",
        "Dans les collines du Fujian, une famille sèche encore ses feuilles au-dessus d'un feu qui brûle d'avril à la saison des pluies.",
      ],
    },
    paragraphs: [
      "En été, nous buvons du thé parce que nous avons soif. En hiver, nous en buvons parce qu'il fait une pièce de plus dans la maison. La lumière s'en va à quatre heures, les vitres se couvrent de buée, et tant qu'il reste quelque chose dans la théière, personne n'a besoin de décider de la suite.",
      "Le thé vert demande une eau à quatre-vingts degrés environ. Une bouilloire qui a bouilli y arrive toute seule en cinq ou six minutes, couvercle ouvert : juste le temps de réchauffer la théière et de trouver les tasses.",
      "Blanc, vert, oolong ou noir, tous les thés viennent de la même plante. Ce qui change, c'est le temps qu'on laisse la feuille au contact de l'air avant que la chaleur ne l'arrête : presque rien pour le vert, des heures pour le noir.",
      "Les mêmes feuilles donnent une seconde théière, plus pâle et un peu plus douce. Ce serait dommage de partir avant.",
    ],
  },
  bread: {
    articles: {
      feature: [
        "Le four qui est à tout le monde",
        "Dans une ville des Pouilles, chaque famille marque encore son pain d'un tampon avant de le porter au four commun.",
      ],
      essay: [
        "Éloge du pain de la veille",
        "Le pain frais reçoit les applaudissements. Le pain rassis nourrit la famille, depuis toujours.",
      ],
      guide: [
        "Votre premier pain au levain",
        "De la farine, de l'eau, du sel et un week-end : une méthode simple pour ceux qui ont déjà tué un levain.",
      ],
    },
    paragraphs: [
      "Les pains arrivent sur des planches, sous un linge, portés à l'épaule. Chacun porte les initiales d'une famille, imprimées dans la pâte avec un tampon de bois qui pend à la maison près de la porte.",
      "Un pain frais ne demande rien, et à midi il n'y en a plus. Un pain d'hier vous oblige à réfléchir : soupe, pain perdu, chapelure dorée à l'huile. Des cuisines entières ont été inventées par des gens qui ne pouvaient pas se résoudre à jeter un croûton.",
      "Le levain, c'est de la farine et de l'eau où des levures sauvages et des bactéries se sont installées ensemble. Les unes font le gaz qui soulève la pâte, les autres l'acidité qui lui donne du goût et la protège des moisissures.",
      "Le dernier pain sorti du four est pour le boulanger. Il se mange debout, avec de l'huile, avant que le rideau ne se lève.",
    ],
  },
  cheese: {
    articles: {
      feature: [
        "Cent jours au-dessus des sapins",
        "Chaque mois de juin, les vaches montent et les fromagers les suivent. Ils redescendent en septembre avec de quoi passer l'hiver.",
      ],
      guide: [
        "Acheter du fromage sans hocher la tête",
        "Posez trois questions, goûtez avant de choisir, et prenez-en moins que prévu.",
      ],
      essay: [
        "La cave est une machine lente",
        "Dans la cave, rien ne bouge, sauf les mains qui retournent les meules. C'est tout le secret.",
      ],
    },
    paragraphs: [
      "Le chalet a deux pièces. Dans l'une on dort ; dans l'autre pend un chaudron de cuivre assez large pour s'y baigner, et qui dès cinq heures du matin n'est jamais vide.",
      "Demandez ce qui est bon aujourd'hui, pas ce qui est connu. Goûtez la croûte comme le cœur : ce sont deux fromages différents. Achetez pour deux jours, et revenez.",
      "Il fait sombre, il fait humide, il fait dix degrés toute l'année, et pendant huit mois le travail consiste à ne pas être dérangé. Le savoir-faire, pour une bonne part, est de savoir quand il ne faut rien faire.",
      "Il faut une dizaine de litres de lait pour un kilo de fromage de montagne. Une meule de quarante kilos, c'est la journée d'une vingtaine de vaches.",
    ],
  },
  salt: {
    articles: {
      feature: [
        "Ratisser la mer à la main",
        "Les paludiers de Guérande ont besoin de soleil, d'un vent d'est et d'un long râteau de bois. Ils ne peuvent compter que sur l'un des trois.",
      ],
      dispatch: [
        "Un après-midi sur le marais",
        "L'argile est tiède, l'eau est rose, et le sel monte quand le vent tombe.",
      ],
      history: [
        "Les routes du sel",
        "Avant qu'il y eût de l'argent pour le payer, il y avait une route pour le porter.",
      ],
    },
    paragraphs: [
      "Vu du ciel, le marais ressemble à un vitrail : des centaines de bassins peu profonds, chacun d'un gris ou d'un rose différent, tenus par des levées d'argile qu'il faut reprendre chaque printemps.",
      "Vers quatre heures, le vent tourne, la surface du bassin se voile, et une peau fine comme le givre se rassemble au bord. Personne ne parle. On dispose d'une heure, peut-être.",
      "Partout où l'on faisait du sel, une route en partait. La plus ancienne route de Rome vers l'Adriatique s'appelle via Salaria ; et les Français ont payé des siècles durant une gabelle si détestée que les contrebandiers en devinrent des héros.",
      "Le soir, les tas alignés sur les talus prennent la dernière lumière, comme de petites tentes dressées pour la nuit.",
    ],
  },
  citrus: {
    articles: {
      feature: [
        "La côte qui sent la bergamote",
        "Presque toutes les bergamotes du monde poussent sur une bande de Calabre, et presque personne n'en mange.",
      ],
      essay: [
        "Un saladier d'oranges suffit",
        "Dans le mois le plus sombre de l'année, le fruit le moins cher du marché est aussi ce qu'il y a de plus lumineux dans la maison.",
      ],
      guide: [
        "La marmelade sans larmes",
        "Trois jours, une grande bassine, et la patience de garder les pépins.",
      ],
    },
    paragraphs: [
      "On la sent avant que le train ne s'arrête. Trois semaines durant, en décembre, les presses tournent jour et nuit, et toute la côte embaume comme une tasse d'Earl Grey.",
      "Plus personne n'offre d'oranges, et c'est dommage : elles arrivent déjà emballées. Mettez-en sept dans un saladier au mois de janvier, et la cuisine a une lampe de plus.",
      "Coupez les fruits, pressez-les, enfermez les pépins dans un linge et laissez tremper les écorces toute une nuit. Le sucre ne vient que lorsque l'écorce s'écrase entre deux doigts.",
      "La cuisine en gardera le parfum jusqu'à dimanche.",
    ],
  },
  "night-trains": {
    articles: {
      feature: [
        "Le retour discret du train de nuit",
        "On le disait lent, cher et démodé. Aujourd'hui, les couchettes du mois d'août sont parties en mars.",
      ],
      guide: [
        "Dormir dans un train de nuit",
        "Des bouchons d'oreilles, la bonne couchette et de quoi manger à cinq heures : les conseils que les conducteurs donnent à leur famille.",
      ],
      essay: [
        "Laissez-moi arriver lentement",
        "S'endormir dans une ville et se réveiller dans une autre, c'est ce que nous avons de plus proche de la magie, et le petit déjeuner est compris.",
      ],
    },
    paragraphs: [
      "Chaque soir, le tableau des départs de la gare de Vienne se lit pendant quelques minutes comme un roman : Rome, Venise, Hambourg, Zurich, Bucarest. Dessous, des gens attendent, un oreiller sous le bras.",
      "Dans un compartiment de couchettes, demandez celle du milieu : il y fait assez chaud, assez sombre, et personne ne vous met le pied sur la figure en descendant.",
      "L'avion fait gagner une journée et nous prend la distance. Dans un train de nuit, c'est la distance que l'on paie : chaque frontière s'entend au bruit des rails, et le matin la lumière entre du côté où on ne l'attendait pas.",
      "On descend un peu froissé, comme au sortir d'une belle fête, et la ville n'a pas encore ouvert ses volets.",
    ],
  },
  footpaths: {
    articles: {
      feature: [
        "Huit cents kilomètres d'inconnus",
        "Sur le chemin de Saint-Jacques, personne ne vous demande votre métier. On vous demande des nouvelles de vos pieds.",
      ],
      guide: [
        "Ce qu'il faut laisser à la maison",
        "L'art de la longue marche est une soustraction. Ce que les marcheurs renvoient chez eux dès le deuxième village.",
      ],
      essay: [
        "Cinq kilomètres à l'heure",
        "C'est l'allure à laquelle on peut lire une pancarte, finir une pensée et saluer un âne.",
      ],
    },
    paragraphs: [
      "À la porte de la ville, une boutique ne vend que ce que vous avez oublié : pansements, ponchos, coquilles au bout d'une ficelle. Le patron regarde d'abord vos chaussures, votre visage ensuite.",
      "Étalez ce que vous voulez emporter et remettez-en la moitié dans l'armoire. Un sac ne devrait pas peser plus du dixième de celui qui le porte. Presque personne n'y arrive le premier jour, presque tout le monde le dixième.",
      "À cinq kilomètres à l'heure, le monde a exactement la bonne taille. Une colline, c'est une heure ; un village, un événement ; et une journée ne pose qu'une grande question, qui est de savoir où dormir.",
      "Le soir, quarante paires de chaussures fument un peu dans l'escalier, comme si elles en parlaient entre elles.",
    ],
  },
  canals: {
    articles: {
      feature: [
        "L'ombre qui s'en va",
        "Deux siècles durant, les platanes ont tenu le canal au frais. On les abat, et il faut que pousse autre chose.",
      ],
      guide: [
        "Votre première écluse",
        "C'est une baignoire à deux portes. Voici comment la franchir sans perdre ni patience ni chapeau.",
      ],
      history: [
        "De l'eau vers le haut : le canal du Midi",
        "Douze mille ouvriers, quatorze ans, et un ruisseau qui a décidé de tout.",
      ],
    },
    paragraphs: [
      "Les souches portent des numéros à la peinture. Sur ce bief, il y avait onze cents arbres ; la lumière qui tombe à présent entre les berges est aussi dure que sur un parking, et l'éclusier s'est acheté un parasol.",
      "Arrivez lentement, déposez quelqu'un à terre et laissez-le regarder d'abord. Gardez un tour de corde autour de la bitte et le bout dans la main, sans jamais l'attacher. L'eau fera le reste.",
      "Achevé en 1681, le canal relie la Méditerranée à la Garonne. Celui qui l'a voulu levait l'impôt et n'avait rien d'un ingénieur, mais il avait compris une chose : l'eau de la Montagne Noire, menée au seuil de partage, coulerait des deux côtés.",
      "Le soir, quelqu'un porte un seau d'eau à chacun des jeunes arbres de la berge. Ce n'est pas son travail.",
    ],
  },
  "mountain-huts": {
    articles: {
      feature: [
        "Des quenelles à trois mille mètres",
        "La cuisinière en est à son dix-neuvième été là-haut, et chaque œuf est monté par le câble.",
      ],
      guide: [
        "Savoir vivre en refuge",
        "Chaussures à l'entrée, lumières éteintes à dix heures, et jamais le crochet à côté du poêle.",
      ],
      dispatch: [
        "Bloqués par la neige au mois d'août",
        "Nous venions pour une nuit ; nous sommes restés trois jours, à vingt, avec deux jeux de cartes.",
      ],
    },
    paragraphs: [
      "Le câble apporte la farine le lundi, la bière le mercredi, et le courrier quand il veut. Pour le reste, la cuisine tient en un poêle, deux casseroles et une femme qui devine au bruit de la porte d'où l'on vient.",
      "Réservez, et prévenez si vous ne venez pas : on s'inquiéterait. Apportez un drap de couchage, de la monnaie, et remportez vos papiers gras.",
      "Le deuxième matin, la fenêtre était blanche et ne s'ouvrait plus. La gardienne a mis de l'eau à chauffer, nous a regardés, et a sorti les cartes du tiroir comme si elle attendait cela depuis juin.",
      "À cinq heures, la cloche a sonné ; le ciel était vert, et il y avait du café dans une marmite grande comme un seau.",
    ],
  },
  bookbinding: {
    articles: {
      feature: [
        "Cousu, pas collé",
        "À Bruges, un atelier répare onze cents livres par an. La plupart ne valent rien, sauf pour leur propriétaire.",
      ],
      guide: [
        "Faire un carnet en une soirée",
        "Huit feuilles, une aiguille, cinq trous : il durera plus longtemps que celui que vous alliez acheter.",
      ],
      essay: [
        "Un livre doit rester ouvert",
        "C'est la plus petite des promesses, et la plupart des livres la rompent dès le premier soir.",
      ],
    },
    paragraphs: [
      "Un livre de cuisine est couché sous la presse comme un patient. Sa propriétaire a glissé un mot à l'intérieur : on peut changer le dos, mais la sauce de la page quatre-vingt-onze est de ma mère, et elle reste.",
      "Pliez vos feuilles dans le sens du papier et mettez-les sous quelque chose de lourd. Percez cinq trous dans le pli, cousez en partant du milieu avec un fil de lin ciré, et nouez à l'intérieur.",
      "Un livre qui ne veut pas rester ouvert fait de son lecteur un serre-joint. Un pouce ici, l'autre là, une tasse dans le coin, et plus de main pour le biscuit.",
      "Le livre est reparti dans du papier brun. Il s'est ouvert aussitôt, bien à plat, à la page de la sauce.",
    ],
  },
  indigo: {
    articles: {
      feature: [
        "Le bleu qui respire",
        "Une cuve d'indigo est vivante, boude quand il fait froid et ne refuse pas une goutte de saké.",
      ],
      guide: [
        "Tremper, attendre, recommencer",
        "Le tissu entre vert et devient bleu à l'air. C'est l'affaire d'un samedi, et vos mains le diront encore le lundi.",
      ],
      essay: [
        "Porter ce qui passe",
        "Le plus beau bleu n'est jamais celui qu'on a acheté. Il faut l'attendre.",
      ],
    },
    paragraphs: [
      "Il soulève le couvercle et regarde l'écume avant de dire bonjour. Elle a la couleur d'une prune mûre, elle sent l'écurie et, paraît-il, elle est de bonne humeur.",
      "L'indigo ne se dissout pas dans l'eau. Dans la cuve, des bactéries lui prennent son oxygène ; il devient soluble et jaune-vert. Le bleu ne revient qu'à l'air, sous vos yeux, en moins d'une minute.",
      "Le magasin vous vend une couleur au sommet de sa vie. L'indigo commence trop sombre, puis il cède, au coude, au genou, au bord de la poche, jusqu'à ce que le vêtement soit le dessin de vos journées.",
      "Ses ongles sont bleus depuis quarante ans. Aux mariages, dit-il, il garde les mains dans les poches.",
    ],
  },
  clocks: {
    articles: {
      feature: [
        "L'homme qui remonte la ville",
        "Dix-neuf horloges publiques, un vélo, et une clé longue comme l'avant-bras.",
      ],
      guide: [
        "Vivre avec une vieille horloge",
        "La mettre d'aplomb, la remonter le dimanche, et ne pas la huiler. Surtout, ne pas la huiler.",
      ],
      essay: [
        "Laissez-la retarder de quatre minutes",
        "Jamais nous n'avons su l'heure si exactement, et jamais nous n'en avons eu si peu.",
      ],
    },
    paragraphs: [
      "Il appuie le vélo contre la porte de l'église, compte cent douze marches à haute voix et pose les deux mains sur la manivelle. Le poids est un bloc de granit ; il a mis une semaine à descendre.",
      "Le tic-tac, c'est l'échappement qui lâche une dent. S'il est régulier, l'horloge est d'aplomb ; s'il boite, c'est que quelqu'un a fait la poussière.",
      "Le téléphone est juste au millionième de seconde, et toute ma vie j'ai été en retard. L'horloge de ma cuisine perd quatre minutes par semaine, et chaque dimanche je la remets à l'heure. Pour ce moment-là, et seulement pour lui, j'ai le temps.",
      "À midi, les dix-neuf sonnent, l'une après l'autre, en deux minutes environ. Il écoute depuis le banc de la gare et note quelque chose.",
    ],
  },
  tides: {
    articles: {
      feature: [
        "Deux fois par jour, la route disparaît",
        "Dans la baie de Saint-Malo, on tient deux calendriers : celui de la semaine et celui de l'eau.",
      ],
      guide: [
        "Marcher sur le fond de la mer",
        "Partir une heure avant la basse mer, connaître le retour, et ne jamais discuter avec l'annuaire des marées.",
      ],
      dispatch: [
        "La plus haute eau de l'année",
        "Ils arrivent en ciré, avec des chaises pliantes, pour voir les vagues passer par-dessus la digue et rincer les autobus.",
      ],
    },
    paragraphs: [
      "À dix heures, le fort est une île ; à deux heures, des familles pique-niquent à ses pieds. Entre les deux, un chemin pavé, glissant, et un panneau avec une tête de mort pour ceux qui ne lisent pas.",
      "Méfiez-vous des chenaux derrière vous : ce sont eux qui se remplissent d'abord. S'il y a de la brume, n'y allez pas. Si elle vous surprend, revenez sur vos propres traces.",
      "La première vague qui passe le mur est applaudie, la deuxième fait crier. À la sixième, la promenade est une rivière, et un monsieur en habit a décidé d'ôter ses chaussures.",
      "Quatre heures et demie : on replie la nappe, on porte le dernier enfant, et la route n'est plus là.",
    ],
  },
  weather: {
    articles: {
      feature: [
        "Quelqu'un note le temps qu'il fait",
        "Depuis l'été 1900, à quelques mois près, un observateur sort sur la terrasse et regarde.",
      ],
      guide: [
        "Lire les nuages avant la promenade",
        "Quelques formes et ce qu'elles annoncent. Assez souvent juste pour qu'on prenne une veste.",
      ],
      essay: [
        "Quarante pour cent de chances",
        "Personne n'a été aussi souvent grondé pour avoir eu presque raison.",
      ],
    },
    paragraphs: [
      "La porte s'ouvre vers l'intérieur, car la neige l'ensevelit souvent. Elle sort, tourne lentement sur elle-même et dit : sept huitièmes, stratocumulus, brouillard au nord. Puis elle l'écrit.",
      "Regardez du côté d'où vient le vent : c'est de là que vient demain. De hauts filaments qui s'épaississent en voile, et il pleut dans la journée. Des tas plus hauts que larges avant midi : soyez redescendus à deux heures.",
      "Quarante pour cent de chances de pluie : sur dix jours annoncés ainsi, il devrait pleuvoir quatre fois. S'il avait plu les dix, ou jamais, la prévision aurait été mauvaise.",
      "L'observation tient en une ligne. Il y en a deux millions au-dessus.",
    ],
  },
  seeds: {
    articles: {
      feature: [
        "Une bibliothèque qu'on espère ne jamais ouvrir",
        "Derrière une porte d'acier, dans l'Arctique, dorment les graines de plus d'un million de récoltes.",
      ],
      guide: [
        "Garder la graine de ses tomates",
        "En laisser mûrir une de trop, rincer, sécher, écrire le nom. Les plants de l'an prochain sont déjà dans votre cuisine.",
      ],
      essay: [
        "Une enveloppe est un acte de foi",
        "Mettre quelque chose de côté pour un printemps qu'on ne verra peut-être pas : il n'y a pas d'espoir plus poli.",
      ],
    },
    paragraphs: [
      "Seule l'entrée dépasse, un coin de béton planté dans la pente. Derrière, un tunnel de cent trente mètres s'enfonce dans le roc gelé, et la porte du fond est blanche de givre.",
      "Laissez la pulpe et les graines trois jours dans un verre, jusqu'à ce que la gelée se détache. Rincez, étalez sur une assiette, remuez chaque jour jusqu'à ce qu'elles sonnent.",
      "On les sèche sur une assiette. On écrit un nom, une année, on rabat le papier. Personne ne l'a demandé ; cela veut seulement dire qu'à votre avis il y aura un printemps, et dedans quelqu'un avec de la terre sous les ongles.",
      "Une vieille dame m'en a donné sept, dans un cornet de journal. Je devais lui en renvoyer dix.",
    ],
  },
  libraries: {
    articles: {
      feature: [
        "La bibliothèque qui loge des chauves-souris",
        "Depuis deux cent cinquante ans, elles chassent les vers entre les rayons dorés. La nuit, on couvre les tables de cuir.",
      ],
      guide: [
        "Réapprendre la bibliothèque",
        "Vous avez déjà une carte, ou presque. Ce qu'une bibliothèque fait pour vous, et que vous avez oublié de demander.",
      ],
      essay: [
        "Un lieu où l'on n'est pas obligé d'acheter",
        "Chaud, sec, éclairé, et personne ne vous demande ce que vous faites là. Cela ne devrait pas étonner.",
      ],
    },
    paragraphs: [
      "À la fermeture, un gardien étend des peaux sur les tables de bois précieux. Puis il tire le verrou, et le reste du personnel sort de derrière la corniche.",
      "Demandez le livre que vous voulez : on le fera venir de n'importe où. Posez une question dont vous ignorez tout à fait la réponse. Rendez une fois en retard, et voyez qu'il n'arrive rien.",
      "Essayez de nommer une autre pièce, en ville, où l'on puisse rester assis de dix heures à six heures sans rien commander. Il y a là un homme venu pour le radiateur, une fille et sa chimie, quelqu'un qui dort sous l'atlas des oiseaux.",
      "Le matin, on roule les peaux et on les secoue dans la cour. Cela fait partie du métier, mais pas du contrat.",
    ],
  },
  choirs: {
    articles: {
      feature: [
        "Trente mille voix, un accord",
        "Tous les cinq ans, un pays apprend les mêmes chansons, et puis un pré se met à chanter.",
      ],
      guide: [
        "Entrer dans une chorale quand on chante faux",
        "Vous ne chantez pas faux. Mettez-vous à côté de quelqu'un de sûr et remuez les lèvres jusqu'à ce que cela vienne.",
      ],
      essay: [
        "La seule heure où je respire avec les autres",
        "Seul, on ne tient pas une longue phrase. À quarante, chacun son tour, on la tient pour toujours.",
      ],
    },
    paragraphs: [
      "Les altos descendent la colline en jupes rayées, et cela dure une heure. Puis quelqu'un, sur une petite tour de bois, lève les deux bras, et trente mille personnes prennent leur souffle ; on le sent sur le visage.",
      "Allez écouter une fois, revenez vous mettre au fond. Choisissez la place à côté d'une voix forte et juste. Revenez encore jusqu'à ce que ce ne soit plus gênant : trois semaines environ.",
      "Toute la semaine, je m'essouffle à mon compte. Le mardi, on partage. Là où mon air finit, celui de ma voisine dure encore, et personne n'entend le raccord.",
      "Le dernier accord est resté dans les arbres. Pendant une minute, m'a-t-il semblé, personne n'a applaudi.",
    ],
  },
  bees: {
    articles: {
      feature: [
        "Des ruches sur le toit de l'Opéra",
        "Soixante mille locataires, aucune plainte, et un miel qui a le goût des tilleuls et du marché du mardi.",
      ],
      guide: [
        "Un jardin pour les abeilles",
        "Quelque chose en fleur de février à octobre, une soucoupe d'eau, et un coin où l'on ne fait rien.",
      ],
      essay: [
        "Les vingt mille autres",
        "Tout le monde veut sauver l'abeille. Presque personne ne saurait nommer celles qui en ont besoin.",
      ],
    },
    paragraphs: [
      "On monte par les cintres, devant une forêt de carton et une moitié de gondole. Sur le toit, il fait chaud, la ville bourdonne, et l'on s'aperçoit que ce n'est pas la ville.",
      "Plantez pour les mois vides : le crocus en février, le lierre en octobre. Préférez les fleurs simples, car les doubles sont fermées aux visiteurs. Laissez les tiges creuses debout jusqu'au printemps.",
      "L'abeille à miel a des éleveurs, des vétérinaires et des amis bien placés. Avec l'osmie rousse, ou celle qui dort dans les campanules, elle a en commun ce que la vache a avec la gazelle.",
      "Le deuxième acte commençait. Elles n'écoutaient guère : elles en étaient aux tilleuls.",
    ],
  },
  swifts: {
    articles: {
      feature: [
        "Ils dorment là-haut",
        "Un jeune martinet se laisse tomber du toit en juillet et ne touchera peut-être plus rien pendant dix mois.",
      ],
      guide: [
        "Poser un nichoir à martinets",
        "Haut, à l'ombre, rien en dessous. Faites-leur entendre leurs propres cris, et patientez.",
      ],
      dispatch: [
        "Quatre-vingt-dix jours dans la vieille ville",
        "Le 3 mai, le ciel au-dessus de l'aqueduc est vide. Le 4, il est à eux.",
      ],
    },
    paragraphs: [
      "Il reste un jour au bord du trou et regarde la place. Personne ne lui a appris, personne ne le pousse. Puis il lâche prise, tombe de deux étages, et il vole.",
      "Choisissez un mur au nord ou à l'est, cinq mètres au moins, sans rien qui gêne la chute. Posez-en deux ou trois : ils aiment les voisins. Donnez-leur trois étés avant de vous plaindre.",
      "On les entend avant d'être réveillé : un cri qui tourne le coin, passe, et tourne encore, comme si l'on ouvrait toute la ville d'un coup de fermeture éclair.",
      "Le dernier jour de juillet, ce fut le silence. Une semaine encore, on a levé les yeux, par habitude.",
    ],
  },
  benches: {
    articles: {
      feature: [
        "Neuf mille bancs verts",
        "Ils pèsent le poids d'un poney, on les fabrique depuis les années 1880, et chacun regarde quelque chose.",
      ],
      guide: [
        "Où mettre un banc",
        "Dos au mur, vue sur les gens, de l'ombre à trois heures. À découper et à conserver par les mairies.",
      ],
      essay: [
        "L'accoudoir du milieu",
        "Il a l'air d'un confort. Il est là pour que personne ne s'allonge, et nous faisons tous semblant de l'ignorer.",
      ],
    },
    paragraphs: [
      "Dans l'atelier derrière l'usine à gaz, ils sont rangés comme du bétail, par soixante. Les pieds de fonte sortent de l'ancien moule, les planches sont huilées, et le vert a un numéro que l'on ne donne pas.",
      "On choisit un siège pour ce que l'on y voit, et ce qu'on aime le mieux voir, ce sont les autres. Un banc tourné vers une haie reste vide le plus beau jour de l'année.",
      "Quelqu'un l'a dessiné, quelqu'un l'a approuvé. Il a un joli arrondi. Et il dit, en fonte, à une personne précise : pas toi.",
      "Il porte une petite plaque : pour Inge, qui attendait toujours ici. J'ai regardé ma montre, et je suis resté dix minutes de plus.",
    ],
  },
};
