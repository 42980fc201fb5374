import type { AwayWords } from './away-words.ts'
import { MORE_AWAY_WORDS } from './more-away-words-by-language.ts'

const list = (text: string): readonly string[] => text.split(', ')

const MAIN_AWAY_WORDS: Record<'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'sv' | 'ja', AwayWords> = {
  en: {
    away: list(
      "out of office, out of the office, out-of-office, on vacation, on holiday, annual leave, on leave, parental leave, maternity leave, paternity leave, sick leave, away from my desk, away from the office, i am away, i'm away, will be away, currently away, currently out, away until, i am travelling, i'm travelling, i am traveling, i'm traveling, limited access to email, limited access to my email, no access to email, not have access to email, not in the office, on pto",
    ),
    acknowledges: list(
      'ticket, case number, reference number, received your request, received your message, received your email, received your e-mail, have received, has been received, your inquiry, your enquiry, thank you for contacting, thanks for contacting, within 24 hours, within 48 hours, business days, no longer with, no longer work, has left the company, left the company',
    ),
    until: list('until, till, til, up to'),
    untilAfter: [],
    through: list('through, thru, up to and including, until the end of'),
    back: list(
      'back, back in, back in office, back in the office, back at work, back at my desk, return, returning, returns, return to the office, returning to the office, return to work, resume, resuming, available again, available, reachable again',
    ),
    again: list('back, return, again, available'),
    to: list('to, until, till, through, thru'),
    fillers: list(
      'on, the, of, from, as, only, next, this, coming, morning, mon, tue, tues, wed, thu, thur, thurs, fri, sat, sun',
    ),
    inclusive: list('inclusive, included, including, incl'),
    tomorrow: ['tomorrow'],
    nextWeek: ['next week'],
    months: list(
      'january|jan, february|feb, march|mar, april|apr, may, june|jun, july|jul, august|aug, september|sept|sep, october|oct, november|nov, december|dec',
    ),
    weekdays: list('sunday, monday, tuesday, wednesday, thursday, friday, saturday'),
  },
  de: {
    away: list(
      'nicht im büro, nicht im haus, außer haus, ausser haus, nicht am arbeitsplatz, nicht an meinem platz, abwesend, abwesenheit, im urlaub, in urlaub, auf urlaub, urlaubsbedingt, meinem urlaub, meines urlaubs, urlaub bis, urlaub vom, elternzeit, mutterschutz, dienstreise, auf geschäftsreise, krankheitsbedingt, nicht erreichbar, betriebsferien',
    ),
    acknowledges: list(
      'vorgangsnummer, ticketnummer, bearbeitungsnummer, eingangsbestätigung, ihre anfrage ist, ihre anfrage erhalten, ihre nachricht ist bei uns eingegangen, ihre nachricht erhalten, ihre e-mail erhalten, bei uns eingegangen, nicht mehr im unternehmen, nicht mehr bei, aus dem unternehmen ausgeschieden, werktagen',
    ),
    until: list('bis, bis zum'),
    untilAfter: [],
    through: list('bis einschließlich, bis einschliesslich, bis inklusive, bis einschl, bis inkl, bis ende'),
    back: list(
      'zurück, zurück im büro, wieder, wieder da, wieder hier, wieder im büro, wieder im haus, wieder erreichbar, wieder zu erreichen, wieder für sie da, wieder persönlich erreichbar, rückkehr, erreichbar',
    ),
    again: list('wieder, zurück, erreichbar'),
    to: list('bis, bis zum, bis einschließlich'),
    fillers: list('am, ab, dem, den, der, zum, vom, seit, kommenden, nächsten, erst, mo, di, mi, do, fr, sa, so'),
    inclusive: list('einschließlich, einschliesslich, einschl, inkl, inklusive'),
    tomorrow: ['morgen'],
    nextWeek: ['nächste woche', 'nächster woche', 'kommende woche', 'kommender woche'],
    months: list(
      'januar|jänner, februar|feber, märz|maerz|mär, april, mai, juni, juli, august, september, oktober|okt, november, dezember|dez',
    ),
    weekdays: list('sonntag, montag, dienstag, mittwoch, donnerstag, freitag, samstag|sonnabend'),
  },
  fr: {
    away: list(
      "absent du bureau, absente du bureau, absence du bureau, actuellement absent, actuellement absente, je suis absent, je suis absente, je serai absent, je serai absente, en congé, en congés, en vacances, en déplacement, congé maternité, congé parental, hors du bureau, mon absence, n'ai pas accès à mes",
    ),
    acknowledges: list(
      'numéro de ticket, numéro de dossier, votre demande a bien été, avons bien reçu, bien reçu votre, accusé de réception, jours ouvrés, ne fait plus partie',
    ),
    until: list("jusqu'au, jusqu'à, jusque"),
    untilAfter: [],
    through: list("jusqu'à la fin du, jusqu'au soir du"),
    back: list(
      'retour, de retour, de retour au bureau, mon retour, reviens, reviendrai, rentre, rentrerai, reprendrai, reprise, de nouveau joignable, à nouveau joignable, joignable, à nouveau disponible, disponible',
    ),
    again: list('retour, nouveau, joignable, disponible'),
    to: list("au, jusqu'au"),
    fillers: list('le, au, du, dès, à, partir, prochain'),
    inclusive: list('inclus, inclusivement, compris'),
    tomorrow: ['demain'],
    nextWeek: ['semaine prochaine'],
    months: list(
      'janvier|janv, février|fevrier|févr, mars, avril|avr, mai, juin, juillet|juil, août|aout, septembre, octobre, novembre, décembre|decembre|déc',
    ),
    weekdays: list('dimanche, lundi, mardi, mercredi, jeudi, vendredi, samedi'),
  },
  es: {
    away: list(
      'fuera de la oficina, fuera de oficina, de vacaciones, estoy ausente, estaré ausente, me encuentro ausente, mi ausencia, de baja, de permiso, baja maternal, de viaje',
    ),
    acknowledges: list(
      'número de ticket, número de caso, número de referencia, hemos recibido su, hemos recibido tu, su solicitud, días hábiles, días laborables, ya no trabaja',
    ),
    until: list('hasta, hasta el'),
    untilAfter: [],
    through: list('hasta el final del'),
    back: list(
      'vuelvo, volveré, regreso, regresaré, de vuelta, de regreso, mi vuelta, mi regreso, me reincorporo, me reincorporaré, me incorporo, me incorporaré, disponible, vuelta a la oficina',
    ),
    again: list('vuelta, regreso, nuevo, nuevamente, disponible'),
    to: list('al, a, hasta, hasta el'),
    fillers: list('el, al, del, día, la, a, partir, próximo'),
    inclusive: list('inclusive, incluido, ambos inclusive'),
    tomorrow: ['mañana'],
    nextWeek: ['próxima semana', 'semana que viene'],
    months: list(
      'enero|ene, febrero, marzo, abril|abr, mayo, junio, julio, agosto|ago, septiembre|setiembre, octubre, noviembre, diciembre|dic',
    ),
    weekdays: list('domingo, lunes, martes, miércoles|miercoles, jueves, viernes, sábado|sabado'),
  },
  it: {
    away: list(
      'fuori ufficio, fuori sede, assente dall, sono assente, sarò assente, mia assenza, in ferie, in vacanza, in congedo, in maternità, in trasferta, in viaggio',
    ),
    acknowledges: list(
      'numero di ticket, numero pratica, abbiamo ricevuto la, la sua richiesta, la tua richiesta, presa in carico, giorni lavorativi, non lavora più',
    ),
    until: list("fino al, fino all, fino all', fino a, fino, sino al, sino a"),
    untilAfter: [],
    through: list('fino a tutto, fino a tutto il'),
    back: list(
      'rientro, rientrerò, torno, tornerò, ritorno, ritornerò, di ritorno, rientro in ufficio, rientrerò in ufficio, tornerò in ufficio, torno in ufficio, di nuovo in ufficio, di nuovo disponibile, disponibile, di nuovo raggiungibile, sarò in ufficio',
    ),
    again: list('nuovo, rientro, ritorno, disponibile'),
    to: list('al, fino al'),
    fillers: list("il, l', al, dal, giorno, partire, a, prossimo"),
    inclusive: list('compreso, incluso'),
    tomorrow: ['domani'],
    nextWeek: ['prossima settimana', 'settimana prossima'],
    months: list(
      'gennaio|gen, febbraio, marzo, aprile, maggio|mag, giugno|giu, luglio|lug, agosto, settembre|set, ottobre|ott, novembre, dicembre',
    ),
    weekdays: list(
      'domenica, lunedì|lunedi, martedì|martedi, mercoledì|mercoledi, giovedì|giovedi, venerdì|venerdi, sabato',
    ),
  },
  pt: {
    away: list(
      'fora do escritório, fora do escritorio, de férias, em férias, estou ausente, estarei ausente, encontro-me ausente, me encontro ausente, minha ausência, de licença, em licença, em viagem',
    ),
    acknowledges: list(
      'número do ticket, número do chamado, número de protocolo, recebemos a sua, recebemos sua, recebemos o seu, recebemos seu, dias úteis, sua solicitação, já não trabalha, não trabalha mais',
    ),
    until: list('até, até ao, até o, ate'),
    untilAfter: [],
    through: list('até ao final do, até o final do'),
    back: list(
      'regresso, regressarei, regressando, volto, voltarei, de volta, retorno, retornarei, retornando, de regresso, disponível, de volta ao escritório, ao escritório',
    ),
    again: list('volta, regresso, retorno, novamente, novo, disponível'),
    to: list('a, ao, até, até ao, até o'),
    fillers: list('o, ao, no, na, em, dia, à, a, do, partir, próxima, próximo, feira'),
    inclusive: list('inclusive, inclusivé'),
    tomorrow: ['amanhã'],
    nextWeek: ['próxima semana', 'semana que vem'],
    months: list(
      'janeiro, fevereiro|fev, março|marco, abril, maio, junho, julho, agosto, setembro, outubro|out, novembro, dezembro',
    ),
    weekdays: list(
      'domingo, segunda|segunda-feira, terça|terça-feira, quarta|quarta-feira, quinta|quinta-feira, sexta|sexta-feira, sábado',
    ),
  },
  nl: {
    away: list(
      'niet op kantoor, niet aanwezig, afwezig, afwezigheid, op vakantie, met vakantie, met verlof, zwangerschapsverlof, ouderschapsverlof, niet bereikbaar, uit kantoor',
    ),
    acknowledges: list(
      'ticketnummer, zaaknummer, referentienummer, wij hebben uw, hebben uw bericht ontvangen, uw aanvraag, werkdagen, niet meer werkzaam',
    ),
    until: list('tot'),
    untilAfter: [],
    through: list('tot en met, t/m'),
    back: list(
      'terug, weer, weer aanwezig, weer bereikbaar, weer op kantoor, terug op kantoor, weer beschikbaar, weer terug, bereikbaar, beschikbaar',
    ),
    again: list('weer, terug, bereikbaar'),
    to: list('tot, tot en met, t/m'),
    fillers: list('op, vanaf, van, de, aanstaande, volgende'),
    inclusive: list('inbegrepen'),
    tomorrow: [],
    nextWeek: ['volgende week'],
    months: list(
      'januari, februari, maart|mrt, april, mei, juni, juli, augustus, september, oktober, november, december',
    ),
    weekdays: list('zondag, maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag'),
  },
  pl: {
    away: list(
      'poza biurem, nieobecny, nieobecna, nieobecność, nieobecności, na urlopie, na urlop, urlopu wypoczynkowego, w delegacji, zwolnieniu lekarskim',
    ),
    acknowledges: list(
      'numer zgłoszenia, numer sprawy, otrzymaliśmy twoje, otrzymaliśmy państwa, zgłoszenie zostało, potwierdzamy otrzymanie, dni roboczych, już nie pracuje',
    ),
    until: list('do, aż do'),
    untilAfter: [],
    through: list('do końca'),
    back: list(
      'wracam, wracam do pracy, wrócę, wrócę do biura, wracam do biura, powrót, powrót do pracy, powrocie, ponownie, z powrotem, będę dostępny, będę dostępna, dostępny, dostępna, ponownie dostępny, ponownie dostępna',
    ),
    again: list('ponownie, powrotem, dostępny, dostępna, wracam'),
    to: list('do'),
    fillers: list('w, we, dnia, dniu, od, r'),
    inclusive: list('włącznie'),
    tomorrow: ['jutro'],
    nextWeek: ['przyszłym tygodniu', 'przyszłego tygodnia'],
    months: list(
      'stycznia|styczeń, lutego|luty, marca|marzec, kwietnia|kwiecień, maja, czerwca|czerwiec, lipca|lipiec, sierpnia|sierpień, września|wrzesień, października|październik, listopada|listopad, grudnia|grudzień',
    ),
    weekdays: list(
      'niedziela|niedzieli|niedzielę, poniedziałek|poniedziałku, wtorek|wtorku, środa|środy|środę, czwartek|czwartku, piątek|piątku, sobota|soboty|sobotę',
    ),
  },
  sv: {
    away: list(
      'inte på kontoret, frånvarande, frånvaro, på semester, har semester, semesterledig, föräldraledig, tjänsteresa, inte på plats, är ledig',
    ),
    acknowledges: list(
      'ärendenummer, vi har mottagit, vi har tagit emot, ditt ärende, din förfrågan, arbetsdagar, arbetar inte längre, har slutat',
    ),
    until: list('till, fram till'),
    untilAfter: [],
    through: list('till och med, t.o.m, t o m, tom, fram till och med'),
    back: list(
      'åter, tillbaka, tillbaka på kontoret, tillbaka på jobbet, åter på plats, åter på kontoret, är tillbaka, på plats igen, nås igen, på kontoret igen',
    ),
    again: list('igen, tillbaka, åter'),
    to: list('till, till och med, t.o.m'),
    fillers: list('den, på, från, nästa'),
    inclusive: [],
    tomorrow: ['imorgon'],
    nextWeek: ['nästa vecka'],
    months: list('januari, februari, mars, april, maj, juni, juli, augusti, september, oktober, november, december'),
    weekdays: list('söndag, måndag, tisdag, onsdag, torsdag, fredag, lördag'),
  },
  ja: {
    away: list('不在, 休暇, 夏季休業, 年末年始休業, 休業, 出張, 育休, 産休, お休みをいただ, 休みをいただ'),
    acknowledges: list(
      'お問い合わせを受け付け, お問い合わせありがとう, 受付番号, 受け付けました, チケット番号, 営業日以内, 退職',
    ),
    until: [],
    untilAfter: ['まで'],
    through: [],
    back: [],
    again: list('に復帰, に出社, より出社, から出社, に戻り, 以降, より通常, から通常, より業務, から業務, に業務'),
    to: list('から, 〜, ～, より'),
    fillers: [],
    inclusive: [],
    tomorrow: [],
    nextWeek: [],
    months: [],
    weekdays: [],
  },
}

/** Phrases of automatic answers, by language. All are looked up together, because many answers use two languages. */
export const AWAY_WORDS: Readonly<Record<string, AwayWords>> = { ...MAIN_AWAY_WORDS, ...MORE_AWAY_WORDS }
