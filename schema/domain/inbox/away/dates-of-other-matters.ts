import { AWAY_WORDS } from './away-words-by-language.ts'

/** Tells dates that are about something else than an absence: “our price list is valid until 31.12.2027”. */

/** Beginnings of words of prices, offers, validity, fairs and storage, by language. */
const MATTERS = [
  'valid price pricing offer discount quote quotation promotion sale coupon voucher deadline apply application register registration booth fair exhibition retention retain stored deleted archived subscription warranty', // en
  'gültig gelten gilt preis angebot rabatt aktion gutschein frist bewerbung anmeldung messe ausstellung messestand aufbewahr gespeichert gelöscht', // de
  'valable prix offre tarif remise promotion inscription candidature salon foire conserv', // fr
  'válid valid precio oferta tarifa descuento promoción inscripción feria conserva', // es
  'prezz offert listino sconto iscrizion fiera conservat', // it
  'preço oferta desconto promoção inscriç feira', // pt
  'geldig prijs prijzen aanbieding aanbod korting beurs bewaard', // nl
  'ważn cena ceny cennik ofert rabat promocj targi targach', // pl
  'giltig gäller pris erbjud rabatt mässa gyldig gjelder gælder tilbud messe', // sv, nb, da
  'platn cena ceny ceník nabíd slev veletrh érvény ajánlat kedvezmény', // cs, hu
  'действительн действует цена цены предложен скидк выставк', // ru
].flatMap((words) => words.split(' '))
const UNSPACED_MATTERS =
  /(?:価格|料金|有効|キャンペーン|展示会|見積|割引|价格|價格|有效|报价|優惠|优惠|展会|展會|가격|유효|할인|전시회)/u
const MATTER = new RegExp(`(?<!\\p{L})(?:${MATTERS.join('|')})`, 'u')
/**
 * Matches statements about the writer's own whereabouts, such as “I am at the fair until Friday”, which do mean an
 * absence.
 */
const OF_WRITER =
  /(?<!\p{L})(?:i am|i'm|i will be|ich bin|bin ich|je suis|je serai|estoy|estaré|sono (?:in|alla|al|via|fuori)|sarò|estou|estarei|ik ben|ben ik|jestem|będę|jag är|jeg er|я)(?!\p{L})/u
const AWAY = Object.values(AWAY_WORDS).flatMap(({ away }) => away)
/** Maximum characters on either side of a date in which its sentence is read. */
const SENTENCE_MAX = 300

/** Returns whether a date at these places is in a sentence about something else than an absence. `words`: in lower case. */
export function isOfOtherMatter(words: string, { start, end }: { start: number; end: number }): boolean {
  const before = words
    .slice(Math.max(0, start - SENTENCE_MAX), start)
    .split(/[.!?;]\s|[\n。！？]/u)
    .at(-1)
  const [after] = words.slice(end, end + SENTENCE_MAX).split(/[.!?;](?:\s|$)|[\n。！？]/u)
  const sentence = `${before} ${after}`
  if (!MATTER.test(sentence) && !UNSPACED_MATTERS.test(sentence)) return false
  return !OF_WRITER.test(sentence) && !AWAY.some((phrase) => sentence.includes(phrase))
}
