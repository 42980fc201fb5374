/** Words of receipts that no header marks, as comparableText gives them. */

/** The number that a help desk gives to what it received. */
const NUMBER = String.raw`\([^()]{0,40}\d{1,20}\)`

/** A sentence with which a program begins. */
export interface Template {
  begins: RegExp
  /** text that is required elsewhere in the message, if people could begin the same way */
  also?: RegExp
  /**
   * true if nobody else begins like this; after every other sentence only those of {@link PROCESS_SENTENCES} may follow
   */
  isProof?: true
  source: string
}

export const TEMPLATES: readonly Template[] = [
  {
    begins: new RegExp(
      `^your request ${NUMBER} has been received and (?:is being|will be) reviewed by our support (?:staff|team)`,
    ),
    source: 'Zendesk, trigger “Notify requester of received request”; Zammad, db/seeds/triggers.rb',
  },
  {
    begins: new RegExp(
      `^(?:ihre anfrage ${NUMBER} (?:wurde empfangen|ist (?:bei uns )?eingegangen) und wird .{0,60}(?:geprüft|bearbeitet)|votre demande ${NUMBER} a (?:bien )?été reçue et (?:est en cours|sera|va être)|(?:su|tu) solicitud ${NUMBER} (?:se ha recibido|ha sido recibida) y (?:está|será)|sua solicitação ${NUMBER} foi recebida e (?:está|será)|la (?:[st]ua )?richiesta ${NUMBER} è stata ricevuta ed è in|uw aanvraag ${NUMBER} is ontvangen en wordt) ?`,
    ),
    source: 'the same sentence in the languages of these two',
  },
  {
    begins: /^your request .{1,120} has been received and is being reviewed by our .{1,60} team\./,
    also: /the reference of your ticket is \d/,
    source: 'Odoo, helpdesk.new_ticket_request_email_template',
  },
  {
    begins:
      /^(?:we would like to acknowledge that )?we have received your request and a ticket (?:\(#?\d{1,20}\) )?has been created/,
    also: /ticket (?:id ?[-:#] ?|\(#?)\d/,
    source: 'Freshdesk, email notification “New ticket created”',
  },
  {
    begins: /^a request for support has been created and assigned (?:ticket )?#/,
    source: 'osTicket, ticket.autoresp',
  },
  {
    begins: /^this message has been automatically generated in response to the creation of a/,
    isProof: true,
    source: 'Request Tracker, template “Autoreply”',
  },
  { begins: /^we are tracking your request as ticket #/, source: 'GitLab, service_desk_thank_you_email' },
  {
    begins: /^just confirming that we got your request\./,
    also: /reply above this line|\/servicedesk\/customer\//,
    source: 'Jira Service Management, notifications of customers',
  },
  {
    begins: /^i apologi[sz]e for this automatic reply to your email\./,
    also: /approved/,
    isProof: true,
    source: 'EarthLink, spamBlocker',
  },
  {
    begins: /^para que sua mensagem .{0,160}seja (?:encaminhada|entregue)/,
    also: /anti-?spam|mensagem automática/,
    isProof: true,
    source: 'UOL, AntiSpam “tira-teima”',
  },
  { begins: /^your message about .{1,200} was waitlisted\./, isProof: true, source: 'Boxbe' },
  {
    begins: /^the message you sent requires that you verify that you are a real/,
    isProof: true,
    source: 'cPanel, BoxTrapper',
  },
  { begins: /^i'm protecting myself from receiving junk mail\./, isProof: true, source: 'Spam Arrest' },
]

/** Sentences of receipts about the next steps of the matter, by language. A sentence of anything else is a person's. */
export const PROCESS_SENTENCES: readonly RegExp[] = [
  // Lines that are no sentences: a URL, a code, the name of a desk.
  /^(?:https?:\S{1,400}|\[[\w-]{2,40}\]|(?:\S{1,30} ){0,3}(?:team|support|helpdesk|service ?desk|kundendienst|équipe|equipo|equipe))[.!]?$/,
  /^(?:if you (?:wish|want|need|would like) to (?:provide|add|send) |(?:-- )?you(?:'re| are) receiving this e-?mail because )/,
  /^to (?:add|view|check|track|provide|see|update|review) /,
  /^(?:you (?:can|may) |please )(?:view|check|track|reply to this|add|follow|do not reply|don't reply|include|keep|use) /,
  /^(?:an? .{0,40}(?:representative|agent|member|person|technician|specialist)|(?:our|the) .{0,40}(?:team|staff|agents?|representatives?)) .{0,20}?will (?:be reviewing|be in touch|be with you|review|get back|respond|reply|contact|answer|follow|look|send you|reach|assist)/,
  /^(?:we will|we'll|someone will|you will|you'll) (?:get back|respond|reply|contact|answer|review|be in touch|be notified|receive|hear|let you know|follow up)/,
  /^(?:we're on it|view (?:request|ticket)|turn off this request|there is no need to|the reference of your ticket is|thank(?:s| you)(?: for [^,.]{0,40}|, (?:\S{1,20} ){0,3}(?:team|support|helpdesk))?[.!,]?$)/,
  /^(?:um .{0,60}(?:hinzuzufügen|bereitzustellen|einzusehen)|bitte antworten|sie (?:können|erhalten) .{0,60}(?:antwort|einsehen|status)|wir (?:melden uns|werden uns|antworten)|unser .{0,30}team (?:wird|meldet|antwortet|prüft)|vielen dank[.!,]?$)/,
  /^(?:pour (?:ajouter|consulter|suivre) |vous (?:pouvez|recevrez) .{0,60}(?:répon|demande)|nous (?:vous répondrons|reviendrons|vous contacterons)|notre équipe .{0,30}(?:répondra|reviendra|contactera)|merci[.!,]?$)/,
  /^(?:para (?:añadir|agregar|ver|consultar|adicionar|acompanhar) |(?:le|te) (?:responderemos|contactaremos)|responderemos|entraremos em contato|nuestro equipo .{0,30}(?:responderá|contactará)|nossa equipe .{0,30}(?:responderá|entrará)|(?:gracias|obrigad[oa])[.!,]?$)/,
  /^(?:per (?:aggiungere|visualizzare|consultare) |(?:le|ti) risponderemo|il nostro (?:team|staff) .{0,30}risponder|grazie[.!,]?$)/,
  /^(?:om .{0,60}(?:toe te voegen|te bekijken)|u kunt .{0,40}(?:reageren|bekijken|antwoorden)|wij (?:reageren|antwoorden|nemen .{0,30}contact)|bedankt[.!,]?$)/,
]

/** Closing words, after which only a name follows. */
export const CLOSING =
  /^(?:your (?:\S{1,20} ){1,3}team,|(?:kind |best |warm )?regards|sincerely|yours|best|cheers|mit freundlichen grüßen|viele grüße|ihr |cordialement|bien à vous|saludos|un saludo|atentamente|atenciosamente|cordiali saluti|met vriendelijke groet)/

/** Sentences of answering programs, by language. */
interface ReceiptWords {
  /** announces an automatic answer or a receipt */
  answer: RegExp
  /** says that the message is automatic; the footer of a message that a person wrote in a program may say so too */
  message: RegExp
  /** confirms that an email arrived */
  received: RegExp
  /** expression for a promise that somebody will work on the request */
  promise: RegExp
}

export const RECEIPT_WORDS: Readonly<Record<string, ReceiptWords>> = {
  en: {
    answer:
      /this is an auto(?:mated|matic|matically generated) (?:reply|response|acknowledge?ment|confirmation|receipt)/,
    message:
      /this is an auto(?:mated|matic|matically generated) (?:message|e-?mail)|this (?:message|e-?mail) (?:is|was|has been) automatically /,
    received:
      /(?:received your|thank you for your|thanks for your) (?:request|message|e-?mail|inquiry|enquiry|ticket)|your (?:request|message|e-?mail|inquiry|enquiry) (?:has been|was) received|(?:thank you|thanks) for (?:contacting|reaching out)/,
    promise: / will |shortly|as soon as|within \d/,
  },
  de: {
    answer:
      /dies ist eine automatisch(?:e| generierte| erstellte| erzeugte) (?:antwort|bestätigung|eingangsbestätigung|empfangsbestätigung|rückmeldung)/,
    message:
      /dies ist eine automatisch(?:e| generierte| erstellte| erzeugte) (?:nachricht|e-?mail|mail)|diese (?:nachricht|e-?mail|mail) (?:ist|wurde) automatisch /,
    received:
      /(?:ihre|deine) (?:anfrage|nachricht|e-?mail|mail) (?:erhalten|(?:ist|wurde) (?:bei uns )?(?:eingegangen|empfangen))|dank für (?:ihre|deine) (?:anfrage|nachricht|e-?mail|mail)/,
    promise: /schnellstmöglich|bearbeite|in kürze|zeitnah|so (?:bald|schnell) wie|melden uns/,
  },
  fr: {
    answer: /(?:ceci est|il s'agit d')(?: ?une?)? (?:réponse automatique|accusé de réception)/,
    message:
      /(?:ceci est|il s'agit d')(?: ?un)? (?:message|e-?mail|courriel) (?:automatique|généré automatiquement)|ce (?:message|mail|courriel) (?:est|a été) (?:automatique|(?:généré|envoyé) automatiquement)/,
    received:
      /reçu votre (?:message|demande|e-?mail|mail|courriel)|votre (?:message|demande|e-?mail|mail|courriel) a (?:bien )?été (?:reçue?|enregistrée?)|merci (?:de nous avoir contactés?|pour votre (?:message|demande|e-?mail))/,
    promise: /sera |répondr|reviendr|meilleurs délais|plus brefs délais/,
  },
  es: {
    answer: /est[ea] es una? (?:respuesta automática|acuse de recibo)/,
    message:
      /este (?:es un )?(?:mensaje|correo)(?: electrónico)? (?:es )?(?:automático|(?:ha sido |fue )?generado automáticamente)/,
    received:
      /recibido (?:su|tu) (?:solicitud|mensaje|correo|consulta)|(?:su|tu) (?:solicitud|mensaje|correo|consulta) ha sido recibid[oa]|gracias por (?:contactar|escribir|(?:su|tu) (?:mensaje|correo|consulta))/,
    promise: /responderemos|contactaremos|lo antes posible|brevedad|será /,
  },
  pt: {
    answer: /esta é uma (?:resposta automática|confirmação automática)/,
    message:
      /est[ae] (?:é uma? )?(?:mensagem|e-?mail) (?:é )?(?:automátic[ao]|(?:foi )?(?:gerad|enviad)[ao] automaticamente)/,
    received:
      /recebemos (?:[ao] )?(?:sua|seu) (?:mensagem|solicitação|pedido|e-?mail|contac?to)|(?:sua|seu) (?:mensagem|solicitação|pedido|e-?mail) foi recebid[ao]|obrigad[oa] (?:pelo|por) (?:seu )?contac?t/,
    promise: /responderemos|retornaremos|em breve|o mais (?:breve|rápido)|será /,
  },
  it: {
    answer: /questa è una (?:risposta|conferma) automatica/,
    message:
      /quest[oa] (?:è )?(?:un |una )?(?:messaggio|e-?mail) (?:è )?(?:automatic[oa]|(?:è stat[oa] )?generat[oa] automaticamente)/,
    received:
      /ricevuto (?:la |il )?(?:[st]u[ao]|vostr[ao]) (?:richiesta|e-?mail|messaggio)|grazie per (?:averci contattato|(?:la|il) (?:[st]u[ao]|vostr[ao]) (?:richiesta|e-?mail|messaggio))/,
    promise: /risponder|ricontatt|al più presto|sarà /,
  },
  nl: {
    answer: /dit is een automatisch(?:e)? (?:gegenereerde? )?(?:antwoord|ontvangstbevestiging|reactie|bevestiging)/,
    message: /dit is een automatisch(?:e)? (?:gegenereerde? )?(?:bericht|e-?mail|mail)/,
    received:
      /uw (?:bericht|aanvraag|e-?mail|mail|vraag) (?:in goede orde )?ontvangen|(?:bedankt|dank) voor uw (?:bericht|aanvraag|e-?mail|mail|vraag)/,
    promise: /zo (?:snel|spoedig)|nemen .{0,30}contact|beantwoord|binnen \S{1,9} (?:werk)?dag/,
  },
  pl: {
    answer: /(?:to jest|jest to) automatyczn[ae] (?:odpowiedź|potwierdzenie)/,
    message: /(?:to jest|jest to) (?:automatyczna wiadomość|wiadomość (?:wygenerowana )?automatyczn)/,
    received:
      /otrzymaliśmy (?:państwa|twoj[eą]) (?:wiadomość|zgłoszenie|zapytanie)|dziękujemy za (?:kontakt|wiadomość|zgłoszenie)/,
    promise: /odpowiemy|wkrótce|jak najszybciej|skontaktujemy/,
  },
  nordic: {
    answer: /(?:det här|detta|dette|det) (?:är|er) ett? automatisk(?:t)? (?:svar|kvittering|bekräftelse)/,
    message: /(?:det här|detta|dette|det) (?:är|er) en automatisk (?:besked|melding|meddelelse|e-?mail|e-?post)/,
    received:
      /(?:mottagit|modtaget|mottatt) (?:ditt|din|dit) |(?:tack för|tak for|takk for) (?:ditt|din) (?:mail|meddelande|mejl|e-?mail|e-?post|henvendelse|melding)/,
    promise: /återkommer|vender tilbage|snarest|så snart|kontakter/,
  },
  ru: {
    answer: /это автоматический ответ/,
    message:
      /это автоматическое (?:сообщение|письмо|уведомление)|(?:сообщение|письмо) (?:создано|сформировано|отправлено) автоматически/,
    received: /получили ваше |ваше (?:обращение|письмо|сообщение) (?:получено|принято)|спасибо за (?:ваше )?обращение/,
    promise: /ответим|свяжемся|в ближайшее|рассмотр/,
  },
  ja: {
    answer: /自動(?:返信|応答)/,
    message: /自動(?:送信|配信|的に送信)/,
    received: /(?:お問い?合わせ|ご連絡|メール).{0,12}(?:ありがとう|受け付け|受付)/,
    promise: /後日|改めて|担当者|ご連絡(?:いた|致)します/,
  },
  zh: {
    answer: /(?:自动|自動)(?:回复|回覆|答复|答覆)/,
    message: /(?:自动|自動)(?:发送|發送|发出|發出|生成)/,
    received: /(?:已收到|感谢|感謝)(?:您|你)的(?:来信|來信|邮件|郵件|咨询|諮詢|请求|請求|留言)/,
    promise: /尽快|盡快|尽早|盡早|稍后|稍後/,
  },
}
