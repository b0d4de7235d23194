"use strict";

// By subject: the two articles that have a German translation, and the paragraphs of these articles.
module.exports = {
  tea: {
    articles: {
      essay: [
        "Tee im Winter",
        "Die Tage sind kurz, der Kessel ist langsam, und niemand hat es eilig. Ein Plädoyer für die Tasse, die einen Nachmittag braucht.",
      ],
      history: [
        "Wie der Tee das Reisen lernte",
        "Ziegel, Kisten, Papiertüten: der lange Weg eines Blattes, das weder Feuchtigkeit noch Licht noch Pfeffer verträgt.",
      ],
    },
    paragraphs: [
      "Im Sommer trinken wir Tee, weil wir Durst haben. Im Winter trinken wir ihn, weil er aus einer Küche ein Zimmer macht. Um vier geht das Licht, die Scheiben beschlagen von innen, und solange noch etwas in der Kanne ist, muss niemand entscheiden, was als Nächstes kommt.",
      "Aus China kam der Tee zu Fuß. Zu Ziegeln gepresst, wurde er über die Berge nach Tibet getragen und gegen Pferde getauscht; über das Meer erreichte er Europa zu Beginn des siebzehnten Jahrhunderts, auf niederländischen Schiffen.",
      "In denselben Blättern steckt noch eine zweite Kanne, blasser und ein wenig süßer. Es wäre schade, vorher zu gehen.",
    ],
  },
  bread: {
    articles: {
      feature: [
        "Der Ofen, der allen gehört",
        "In einer Stadt in Apulien drückt jede Familie ihrem Laib noch einen Stempel auf, bevor er in den gemeinsamen Ofen kommt.",
      ],
      guide: [
        "Ihr erstes Sauerteigbrot",
        "Mehl, Wasser, Salz und ein Wochenende: eine einfache Anleitung für alle, denen schon einmal ein Ansatz eingegangen ist.",
      ],
    },
    paragraphs: [
      "Die Laibe kommen auf Brettern, unter Tüchern, auf der Schulter getragen. Jeder trägt die Anfangsbuchstaben einer Familie, in den Teig gedrückt mit einem Holzstempel, der zu Hause neben der Tür hängt.",
      "Füttern Sie den Ansatz am Abend und stellen Sie ihn warm. Am Morgen kommt er zu Mehl und Wasser; das Salz erst eine halbe Stunde später. Dann viermal falten statt kneten, über Nacht in den Kühlschrank, und kalt in den heißen Topf.",
      "Ein Laib singt, wenn er aus dem Ofen kommt: kleine Risse in der Kruste, eine Minute lang, und dann ist er nur noch Brot.",
    ],
  },
  "night-trains": {
    articles: {
      feature: [
        "Die leise Rückkehr des Nachtzugs",
        "Er galt als langsam, teuer und altmodisch. Jetzt sind die Betten für August schon im März vergeben.",
      ],
      essay: [
        "Lasst mich langsam ankommen",
        "In einer Stadt einschlafen und in einer anderen aufwachen: näher kommen wir der Zauberei nicht, und das Frühstück ist inbegriffen.",
      ],
    },
    paragraphs: [
      "Jeden Abend liest sich die Abfahrtstafel im Wiener Hauptbahnhof ein paar Minuten lang wie ein Roman: Rom, Venedig, Hamburg, Zürich, Bukarest. Darunter stehen Leute mit einem Kissen unter dem Arm.",
      "Das Flugzeug spart einen Tag und nimmt uns die Entfernung. Im Nachtzug ist die Entfernung das, wofür man bezahlt: Jede Grenze hört man am Klang der Schienen, und am Morgen kommt das Licht von der falschen Seite.",
      "Man steigt aus, ein wenig zerknittert wie nach einem guten Fest, und die Stadt hat noch nicht einmal die Läden geöffnet.",
    ],
  },
  "mountain-huts": {
    articles: {
      feature: [
        "Knödel auf dreitausend Metern",
        "Die Köchin ist den neunzehnten Sommer hier oben, und jedes Ei kam mit der Seilbahn.",
      ],
      guide: [
        "Hüttenmanieren für Anfänger",
        "Schuhe aus, um zehn das Licht, und niemals der Haken neben dem Ofen.",
      ],
    },
    paragraphs: [
      "Die Materialseilbahn bringt montags Mehl, mittwochs Bier, und Post, wann sie mag. Der Rest der Küche besteht aus einem Herd, zwei Pfannen und einer Frau, die am Geräusch der Tür hört, wie weit jemand gegangen ist.",
      "Reservieren Sie, und rufen Sie an, wenn Sie nicht kommen können; man macht sich sonst Sorgen. Bringen Sie einen Hüttenschlafsack und Bargeld mit, und nehmen Sie Ihr Butterbrotpapier wieder nach Hause.",
      "Der letzte Gast ist fort. Sie dreht die Bank zur Wand und setzt sich, das Gesicht in der Sonne.",
    ],
  },
  letterpress: {
    articles: {
      feature: [
        "Schwere Wörter",
        "In einem Leipziger Keller liegen vierzig Tonnen Schrift, und eine junge Frau weiß, wo die Kommas sind.",
      ],
      history: [
        "Versalien, Gemeine, Zwiebelfische",
        "Die Sprache redet noch immer wie eine Setzerei, Jahre nachdem dort das Licht ausgegangen ist.",
      ],
    },
    paragraphs: [
      "Sie zieht eine Schublade heraus, und der Fußboden beschwert sich. Darin liegt ein ganzes Alphabet auf dem Rücken und schläft, geordnet nicht nach Buchstaben, sondern danach, wie oft man sie braucht.",
      "Ein Zwiebelfisch ist ein Buchstabe aus der falschen Schrift, eine Hochzeit ein doppelt gesetztes Wort, eine Leiche ein vergessenes. Das Handwerk ist so gut wie verschwunden, seine Wörter sind noch da.",
      "Am Ende des Tages muss jeder Buchstabe zurück an seinen Platz. Das dauert länger als das Drucken.",
    ],
  },
  violins: {
    articles: {
      feature: [
        "Einem Baum zuhören",
        "Eine Geigenbauerin klopft auf ein Fichtenbrett, sagt nichts und klopft noch einmal. Gefällt wurde der Baum vor ihrer Geburt.",
      ],
      essay: [
        "Die Seele ist ein Stöckchen",
        "In jeder Geige steht ein Stift aus Fichte, den nichts hält als der Druck. Auf Deutsch heißt er Stimmstock, auf Französisch *l'âme*.",
      ],
    },
    paragraphs: [
      "Sie hält das Brett zwischen zwei Fingern, klopft mit dem Knöchel und legt den Kopf schief. Das Brett summt. In der Ecke stehen vierzig andere wie Gäste auf einem Fest, die darauf warten, dass man sie anspricht.",
      "Man könnte ihn im Federmäppchen verlieren. Er ist nicht geleimt. Er steht ein wenig hinter dem einen Fuß des Stegs, und rückt man ihn um Haaresbreite, so überlegt sich das Instrument alles anders. Ich habe solche Familien gekannt.",
      "Oben bricht die Tonleiter an der üblichen Stelle ab, beginnt von vorn und kommt vorbei.",
    ],
  },
  "dark-skies": {
    articles: {
      guide: [
        "Sterne schauen mit bloßem Auge",
        "Kein Fernrohr, kein Telefon: eine Decke, eine Thermoskanne und zwanzig Minuten Geduld.",
      ],
      essay: [
        "Angst vor der falschen Dunkelheit",
        "Wir beleuchten die Straße der Sicherheit wegen und den Garten ohne Grund, und haben den ältesten Ausblick verloren, den es gibt.",
      ],
    },
    paragraphs: [
      "Wählen Sie eine Nacht um Neumond und drehen Sie der nächsten Stadt den Rücken zu. Ziehen Sie sich an, als wäre es zehn Grad kälter. Dann hinlegen, zwanzig Minuten, kein Bildschirm.",
      "Die Angst vor einer dunklen Straße verstehe ich. Aber die Lampe, die blendet, verbirgt den, der neben ihr steht, und die angestrahlte Hecke schützt überhaupt niemanden.",
      "Auf dem Heimweg fuhren wir die letzte Kurve ohne Licht, ganz langsam, und keiner wollte es wiederhaben.",
    ],
  },
  fungi: {
    articles: {
      feature: [
        "Was der Wald unter der Erde treibt",
        "Der Pilz ist der Apfel. Der Baum liegt unter unseren Füßen, und er ist vielleicht älter als das Dorf.",
      ],
      guide: [
        "Pilze: die ersten fünf",
        "Lernen Sie fünf, und essen Sie die. Eine Anleitung für Vorsichtige; andere Sammler gibt es auf Dauer nicht.",
      ],
    },
    paragraphs: [
      "Hebt man im alten Wald einen Stamm an, so ist seine Unterseite weiß von Fäden, fein wie Atem. Sie laufen aus dem Holz in die Erde und von dort zu jedem Baum in Sichtweite.",
      "Gehen Sie mit jemandem, der sich auskennt, und zwar mehrere Herbste lang. Nehmen Sie den ganzen Pilz mit, samt Fuß, denn der Fuß entscheidet. Im Zweifel stehen lassen. Sie werden oft im Zweifel sein.",
      "Den Korb lässt uns die alte Frau aus dem Dorf gern tragen. Den Platz nimmt sie mit.",
    ],
  },
  weather: {
    articles: {
      feature: [
        "Jemand schreibt das Wetter auf",
        "Seit dem Sommer 1900 tritt auf der Zugspitze, mit einer Lücke von wenigen Monaten, jemand vor die Tür und schaut.",
      ],
      essay: [
        "Vierzig Prozent Wahrscheinlichkeit",
        "Niemand ist so oft dafür gescholten worden, dass er beinahe recht hatte.",
      ],
    },
    paragraphs: [
      "Die Tür geht nach innen auf, weil sie oft zugeschneit ist. Sie tritt auf die Terrasse, dreht sich einmal langsam um sich selbst und sagt: sieben Achtel, Stratocumulus, Nebel im Norden. Dann schreibt sie es auf.",
      "Vierzig Prozent Regen heißt: Von zehn Tagen mit dieser Vorhersage sollte es an vieren regnen. Hätte es an allen zehn geregnet oder an keinem, dann wäre sie falsch gewesen.",
      "Der Eintrag füllt eine Zeile. Darüber stehen ungefähr zwei Millionen.",
    ],
  },
  maps: {
    articles: {
      guide: [
        "Eine Landkarte lesen",
        "Drehen Sie sie, bis sie mit dem Berg einer Meinung ist. Der Rest ist Übung und ein Daumen.",
      ],
      essay: [
        "Mit Absicht verirrt",
        "Der blaue Punkt weiß, wo ich bin. Früher wusste ich, wo alles andere war.",
      ],
    },
    paragraphs: [
      "Höhenlinien verbinden Orte gleicher Höhe. Eng heißt steil, weit heißt flach, und wo sie ein V bilden, das bergauf zeigt, fließt ein Bach.",
      "Der Punkt irrt sich nie, und er hat mich dumm gemacht. Samstags gehe ich deshalb ohne: links, weil es nach Brot riecht, dann einen alten Mann fragen, der mich in die falsche Richtung schickt, und am Abend habe ich einen Ort im Kopf statt einer Linie.",
      "Am Abend liegt die Karte offen auf dem Küchentisch, mit einem Fleck dort, wo wir gerastet haben.",
    ],
  },
  rivers: {
    articles: {
      feature: [
        "Mit dem Fluss nach Hause",
        "Um halb sechs packt Bern seine Kleider in einen wasserdichten Sack, steigt hinein und lässt sich tragen.",
      ],
      guide: [
        "Kaltes Wasser für Anfänger",
        "Langsam hinein, früh heraus, nie allein. Alles andere ist eine Frage des Atmens.",
      ],
    },
    paragraphs: [
      "Zuerst kommen die Kinder, dann die Büros, noch im Gespräch. Der Fluss ist grün wie altes Glas, er ist so schnell wie jemand, der zum Zug muss, und alle darin lächeln in dieselbe Richtung.",
      "Kaltes Wasser nimmt einem den Atem. Das geht nach einer Minute vorbei; wer wartet, die Hand am Geländer, und ausatmet, hat das Schlimmste hinter sich.",
      "Im Oktober sind nur noch die Ernsthaften da. Man nickt sich zu.",
    ],
  },
  benches: {
    articles: {
      dispatch: [
        "Ein Tag auf einem Platz",
        "Von sieben Uhr früh, bis die Laternen angingen, bin ich nicht aufgestanden. Es war der vollste Tag meines Jahres.",
      ],
      guide: [
        "Wohin mit der Bank?",
        "Wand im Rücken, Menschen vor Augen, um drei im Schatten. Bitte ausschneiden und im Rathaus aufhängen.",
      ],
    },
    paragraphs: [
      "Sieben Uhr: ein Mann mit Trompetenkoffer, schlafend. Acht: zwei Kindermädchen, im Streit. Um neun war ich an der Reihe, an einem Ende, wie es sich gehört. Um elf in der Nacht kam der Trompeter zurück. Ich bin gerückt.",
      "Eine Woche lang zusehen, wo die Leute ohnehin schon hocken. Die Bank zum Leben drehen, nicht zur Landschaft. Zwei über Eck stellen, damit ein Gespräch beginnen kann, oder eben nicht.",
      "Auf einer kleinen Tafel steht: für Inge, die hier immer gewartet hat. Ich habe auf die Uhr gesehen und bin noch zehn Minuten geblieben.",
    ],
  },
};
