import { comparableText } from '../../content/comparable-text.ts'

/** Recognizes a reply that announces that its answers stand within the quoted text: “See my answers in red below.” */

/** Words that say where in a reply the answers are, such as "below" or "inline". */
const PLACES = new Set(
  [
    'below underneath inline interspersed', // en
    'unten untenstehend darunter inline', // de
    'dessous ci-dessous', // fr
    'abajo debajo abaixo', // es, pt
    'sotto qui-sotto', // it
    'hieronder onderaan onderstaand', // nl
    'poniżej níže nižšie nedan nedanför nedenfor nedenunder alla alább lejjebb aşağıda ниже нижче', // pl, cs, sk, sv, da, nb, fi, hu, tr, ru, uk
  ].flatMap((words) => words.split(' ')),
)
/** Places of several words: a color, or the text itself. */
const PLACE_PHRASES =
  /(?:^| )(?:in[ -]line|in (?:red|blue|green|bold|caps|capitals|colou?r|the (?:text|body|message|e-?mail|quote))|im text|in (?:rot|blau|grün|fett|der mail|der e-mail)|en (?:rouge|bleu|vert|gras|rojo|azul|verde|negrita|vermelho)|dans (?:le texte|le corps|votre message|votre mail)|en el texto|no texto|em (?:vermelho|azul|negrito)|in (?:rosso|blu|grassetto|rood|blauw|vet|de tekst)|nel testo|w (?:treści|tekście)|na czerwono|v textu|i texten|i teksten|i rött|i rødt|в тексте|красным|s\. ?u\.?)(?= |$|[.,:;!)])/u
/** Matches words that say that somebody answers, or where to look. */
const ANSWERS =
  /(?:^|[ (])(?:my|mine|see|find|look|read|pls|answer|repl[yi]|respon[ds]|comment|note|remark|mark|feedback|thoughts|siehe|seht|sehen|meine|antwort|kommentar|anmerk|voir|voyez|mes|répon|repon|commentai|remarque|ver|vea|véase|mis|respuest|respond|coment|respost|veja|minhas|vedi|vedere|mie|rispo|commenti|zie|mijn|antwo|opmerking|patrz|moje|odpowi|komentar|viz|odpov|mina|svar|kommentarer|se|katso|vastau|lásd|válasz|yanıt|cevap|см|смотри|мои|ответ|комментар|відпов)/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const UNSPACED_PLACES = /(?:以下|下記|下文|下面|文中|本文中|インライン|赤字|赤で|青字|红字|红色|紅色|아래|본문|빨간)/u
const UNSPACED_ANSWERS =
  /(?:回答|返信|返答|コメント|記入|記載|ご覧|ご確認|答复|答覆|回复|回覆|批注|标注|見|见|看|답변|회신|답|참조|확인)/u

/** Characters that are searched. */
const READ_MAX = 4_000
/** Maximum words of a sentence that says only the place: “Inline, thanks.” */
const FEW_WORDS = 4

/**
 * Returns whether a reply announces that its answers stand within the quoted text; true in doubt, because then
 * everything is shown.
 */
export const announcesAnswers = (text: string): boolean =>
  text
    .slice(0, READ_MAX)
    .split(/[\n!?。！？]|\. /u)
    .map(comparableText)
    .some((sentence) => (UNSPACED.test(sentence) ? announcesUnspaced(sentence) : announces(sentence)))

function announces(sentence: string): boolean {
  const words = sentence.split(/[\s,.:;()"“”]+/u).filter(Boolean)
  if (!words.some((word) => PLACES.has(word)) && !PLACE_PHRASES.test(sentence)) return false
  return words.length <= FEW_WORDS || ANSWERS.test(sentence)
}

const announcesUnspaced = (sentence: string): boolean =>
  UNSPACED_PLACES.test(sentence) && (sentence.length < 12 || UNSPACED_ANSWERS.test(sentence))
