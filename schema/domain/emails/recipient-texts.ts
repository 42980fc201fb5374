import { escapeHtml } from '../html/html-escaping.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '../content/email-languages.ts'

/** The product's own words for recipients, in the language of the email (product: email.language). */

/** Sentences can have the places {sender} and {email}, for {@link fillWords}. */
export interface EmailWords {
  /** end of an email: text before the link in the HTML, on the link, and before the URL in plain text */
  footer: string
  footerLink: string
  footerText: string
  /** texts of the page of an unsubscribe link */
  askTitle: string
  ask: string
  unsubscribe: string
  unsubscribedTitle: string
  suppressedTitle: string
  suppressed: string
  mistake: string
  subscribe: string
  tracked: string
  untrack: string
  untracked: string
  track: string
  /** texts of the choices beside unsubscribing; {date} is the end of a pause */
  chooseTitle: string
  topics: string
  monthly: string
  pause: string
  paused: string
  save: string
  saved: string
  /**
   * texts of the pages about a link in a test email, an invalid link, a link that cannot be followed now, and too many
   * invalid links
   */
  sampleTitle: string
  sample: string
  missingTitle: string
  missing: string
  brokenTitle: string
  broken: string
  busyTitle: string
  busy: string
}

/** Texts in each language, in formal address where a language has one. */
const WORDS: Record<EmailLanguage, EmailWords> = {
  en: {
    footer: 'If you no longer want emails like this: ',
    footerLink: 'Unsubscribe',
    footerText: 'Unsubscribe: ',
    askTitle: 'Unsubscribe',
    ask: '{sender} sends emails to {email}. Do you want to unsubscribe?',
    unsubscribe: 'Unsubscribe',
    unsubscribedTitle: 'You are unsubscribed',
    suppressedTitle: 'No more emails',
    suppressed: '{sender} will not send {email} any more emails.',
    mistake: 'An email that was already on its way may still arrive. If this was a mistake, you can subscribe again.',
    subscribe: 'Subscribe again',
    tracked:
      '{sender} may see whether you open its emails and click its links. If you opt out, data already recorded is deleted.',
    untrack: 'Do not track me',
    untracked: '{sender} does not see whether you open its emails or click its links.',
    track: 'Allow tracking again',
    chooseTitle: 'Or choose what you get',
    topics: 'Topics',
    monthly: 'At most one email a month',
    pause: 'Pause for three months',
    paused: 'Pause until {date}',
    save: 'Save choices',
    saved: 'Your choices are saved. An email that was already on its way may still arrive.',
    sampleTitle: 'Only a sample',
    sample: 'This email was a test. In a campaign, this link lets each recipient unsubscribe. Here it does nothing.',
    missingTitle: 'This link does not work',
    missing: 'It may have been cut off, or the sender may have deleted the campaign it belongs to.',
    brokenTitle: 'Please try again',
    broken: 'Something is not working right now. Try the link again in a few minutes.',
    busyTitle: 'Too many attempts',
    busy: 'Too many invalid links were opened from your network. Try again in a minute.',
  },
  de: {
    footer: 'Wenn Sie keine E-Mails dieser Art mehr erhalten möchten: ',
    footerLink: 'Abmelden',
    footerText: 'Abmelden: ',
    askTitle: 'Abmelden',
    ask: '{sender} sendet E-Mails an {email}. Möchten Sie sich abmelden?',
    unsubscribe: 'Abmelden',
    unsubscribedTitle: 'Sie sind abgemeldet',
    suppressedTitle: 'Keine weiteren E-Mails',
    suppressed: '{sender} sendet keine E-Mails mehr an {email}.',
    mistake:
      'Eine E-Mail, die bereits unterwegs war, kann noch ankommen. Falls Sie sich versehentlich abgemeldet haben, können Sie sich wieder anmelden.',
    subscribe: 'Wieder anmelden',
    tracked:
      '{sender} kann sehen, ob Sie E-Mails öffnen und Links anklicken. Wenn Sie widersprechen, werden bereits erfasste Daten gelöscht.',
    untrack: 'Der Erfassung widersprechen',
    untracked: '{sender} sieht nicht, ob Sie E-Mails öffnen oder Links anklicken.',
    track: 'Erfassung wieder erlauben',
    chooseTitle: 'Oder wählen Sie, was Sie bekommen',
    topics: 'Themen',
    monthly: 'Höchstens eine E-Mail im Monat',
    pause: 'Drei Monate pausieren',
    paused: 'Pausieren bis {date}',
    save: 'Auswahl speichern',
    saved: 'Ihre Auswahl ist gespeichert. Eine E-Mail, die bereits unterwegs war, kann noch ankommen.',
    sampleTitle: 'Nur ein Beispiel',
    sample:
      'Diese E-Mail war ein Test. In einer Kampagne können sich Empfänger über diesen Link abmelden. Hier bewirkt er nichts.',
    missingTitle: 'Dieser Link funktioniert nicht',
    missing: 'Möglicherweise wurde er abgeschnitten, oder der Absender hat die zugehörige Kampagne gelöscht.',
    brokenTitle: 'Bitte versuchen Sie es erneut',
    broken: 'Im Moment funktioniert etwas nicht. Öffnen Sie den Link in ein paar Minuten noch einmal.',
    busyTitle: 'Zu viele Versuche',
    busy: 'Aus Ihrem Netzwerk wurden zu viele ungültige Links geöffnet. Versuchen Sie es in einer Minute erneut.',
  },
  fr: {
    footer: 'Si vous ne souhaitez plus recevoir ce type d’e-mails\u00A0: ',
    footerLink: 'Se désabonner',
    footerText: 'Se désabonner\u00A0: ',
    askTitle: 'Se désabonner',
    ask: '{sender} envoie des e-mails à {email}. Souhaitez-vous vous désabonner\u00A0?',
    unsubscribe: 'Se désabonner',
    unsubscribedTitle: 'Désabonnement confirmé',
    suppressedTitle: 'Plus aucun e-mail',
    suppressed: '{sender} n’enverra plus d’e-mails à {email}.',
    mistake:
      'Un e-mail déjà en cours d’envoi peut encore vous parvenir. S’il s’agit d’une erreur, vous pouvez vous réabonner.',
    subscribe: 'Se réabonner',
    tracked:
      '{sender} peut voir si vous ouvrez ses e-mails et cliquez sur ses liens. Si vous refusez ce suivi, les données déjà enregistrées seront supprimées.',
    untrack: 'Refuser le suivi',
    untracked: '{sender} ne voit pas si vous ouvrez ses e-mails ou cliquez sur ses liens.',
    track: 'Autoriser à nouveau le suivi',
    chooseTitle: 'Ou choisissez ce que vous recevez',
    topics: 'Sujets',
    monthly: 'Un e-mail par mois au maximum',
    pause: 'Suspendre pendant trois mois',
    paused: 'Suspendre jusqu’au {date}',
    save: 'Enregistrer mes choix',
    saved: 'Vos choix sont enregistrés. Un e-mail déjà en cours d’envoi peut encore vous parvenir.',
    sampleTitle: 'Ceci est un exemple',
    sample:
      'Cet e-mail était un test. Dans une campagne, ce lien permet à chaque destinataire de se désabonner. Ici, il n’a aucun effet.',
    missingTitle: 'Ce lien ne fonctionne pas',
    missing: 'Il est peut-être incomplet, ou l’expéditeur a supprimé la campagne correspondante.',
    brokenTitle: 'Veuillez réessayer',
    broken: 'Un problème technique est survenu. Veuillez rouvrir le lien dans quelques minutes.',
    busyTitle: 'Trop de tentatives',
    busy: 'Trop de liens non valides ont été ouverts depuis votre réseau. Veuillez réessayer dans une minute.',
  },
  es: {
    footer: 'Si no desea recibir más correos como este: ',
    footerLink: 'Cancelar la suscripción',
    footerText: 'Cancelar la suscripción: ',
    askTitle: 'Cancelar la suscripción',
    ask: '{sender} envía correos a {email}. ¿Desea cancelar la suscripción?',
    unsubscribe: 'Cancelar la suscripción',
    unsubscribedTitle: 'Suscripción cancelada',
    suppressedTitle: 'No recibirá más correos',
    suppressed: '{sender} no enviará más correos a {email}.',
    mistake:
      'Es posible que aún reciba un correo que ya estaba en camino. Si ha sido un error, puede volver a suscribirse.',
    subscribe: 'Volver a suscribirse',
    tracked:
      '{sender} puede ver si usted abre sus correos y hace clic en sus enlaces. Si se opone, se eliminarán los datos ya registrados.',
    untrack: 'Rechazar el seguimiento',
    untracked: '{sender} no ve si usted abre sus correos ni si hace clic en sus enlaces.',
    track: 'Volver a permitir el seguimiento',
    chooseTitle: 'O elija lo que recibe',
    topics: 'Temas',
    monthly: 'Un correo al mes como máximo',
    pause: 'Pausar durante tres meses',
    paused: 'Pausar hasta el {date}',
    save: 'Guardar mi elección',
    saved: 'Su elección se ha guardado. Es posible que aún reciba un correo que ya estaba en camino.',
    sampleTitle: 'Solo es un ejemplo',
    sample:
      'Este correo era una prueba. En una campaña, este enlace permite a cada destinatario cancelar la suscripción. Aquí no tiene ningún efecto.',
    missingTitle: 'Este enlace no funciona',
    missing: 'Es posible que esté incompleto o que el remitente haya eliminado la campaña correspondiente.',
    brokenTitle: 'Inténtelo de nuevo',
    broken: 'Algo no funciona en este momento. Vuelva a abrir el enlace dentro de unos minutos.',
    busyTitle: 'Demasiados intentos',
    busy: 'Se han abierto demasiados enlaces no válidos desde su red. Inténtelo de nuevo dentro de un minuto.',
  },
  it: {
    footer: 'Se non desidera più ricevere email di questo tipo: ',
    footerLink: 'Annulla l’iscrizione',
    footerText: 'Annulla l’iscrizione: ',
    askTitle: 'Annulla l’iscrizione',
    ask: '{sender} invia email a {email}. Desidera annullare l’iscrizione?',
    unsubscribe: 'Annulla l’iscrizione',
    unsubscribedTitle: 'Iscrizione annullata',
    suppressedTitle: 'Non riceverà altre email',
    suppressed: '{sender} non invierà più email a {email}.',
    mistake:
      'Un’email già in viaggio potrebbe ancora arrivare. Se si è trattato di un errore, può ripristinare l’iscrizione.',
    subscribe: 'Ripristina l’iscrizione',
    tracked:
      '{sender} può vedere se Lei apre le email e fa clic sui link. Se rifiuta, i dati già registrati verranno eliminati.',
    untrack: 'Rifiuta il tracciamento',
    untracked: '{sender} non vede se Lei apre le email o fa clic sui link.',
    track: 'Consenti di nuovo il tracciamento',
    chooseTitle: 'Oppure scelga che cosa ricevere',
    topics: 'Argomenti',
    monthly: 'Al massimo un’email al mese',
    pause: 'Sospendi per tre mesi',
    paused: 'Sospendi fino al {date}',
    save: 'Salva le scelte',
    saved: 'Le Sue scelte sono state salvate. Un’email già in viaggio potrebbe ancora arrivare.',
    sampleTitle: 'Solo un esempio',
    sample:
      'Questa email era una prova. In una campagna, questo link permette a ogni destinatario di annullare l’iscrizione. Qui non ha alcun effetto.',
    missingTitle: 'Questo link non funziona',
    missing: 'Potrebbe essere incompleto, oppure il mittente ha eliminato la campagna a cui appartiene.',
    brokenTitle: 'Riprovi più tardi',
    broken: 'Al momento qualcosa non funziona. Apra di nuovo il link tra qualche minuto.',
    busyTitle: 'Troppi tentativi',
    busy: 'Dalla Sua rete sono stati aperti troppi link non validi. Riprovi tra un minuto.',
  },
  pt: {
    footer: 'Se não quiser mais receber e-mails como este: ',
    footerLink: 'Cancelar inscrição',
    footerText: 'Cancelar inscrição: ',
    askTitle: 'Cancelar inscrição',
    ask: '{sender} envia e-mails para {email}. Deseja cancelar a inscrição?',
    unsubscribe: 'Cancelar inscrição',
    unsubscribedTitle: 'Inscrição cancelada',
    suppressedTitle: 'Os e-mails não serão mais enviados',
    suppressed: '{sender} não enviará mais e-mails para {email}.',
    mistake:
      'Um e-mail que já estava a caminho ainda pode chegar. Se foi um engano, é possível inscrever-se novamente.',
    subscribe: 'Inscrever-se novamente',
    tracked:
      '{sender} pode ver se os e-mails são abertos e se os links são clicados. Se recusar, os dados já registrados serão excluídos.',
    untrack: 'Recusar o rastreamento',
    untracked: '{sender} não vê se os e-mails são abertos nem se os links são clicados.',
    track: 'Permitir o rastreamento novamente',
    chooseTitle: 'Ou escolha o que recebe',
    topics: 'Temas',
    monthly: 'No máximo um e-mail por mês',
    pause: 'Pausar durante três meses',
    paused: 'Pausar até {date}',
    save: 'Salvar as escolhas',
    saved: 'Suas escolhas foram salvas. Um e-mail que já estava a caminho ainda pode chegar.',
    sampleTitle: 'Apenas um exemplo',
    sample:
      'Este e-mail era um teste. Em uma campanha, este link permite que cada destinatário cancele a inscrição. Aqui ele não tem efeito.',
    missingTitle: 'Este link não funciona',
    missing: 'Ele pode estar incompleto, ou o remetente pode ter excluído a campanha correspondente.',
    brokenTitle: 'Tente novamente',
    broken: 'Algo não está funcionando no momento. Abra o link novamente em alguns minutos.',
    busyTitle: 'Tentativas demais',
    busy: 'Foram abertos muitos links inválidos a partir da sua rede. Tente novamente em um minuto.',
  },
  nl: {
    footer: 'Als u dit soort e-mails niet meer wilt ontvangen: ',
    footerLink: 'Afmelden',
    footerText: 'Afmelden: ',
    askTitle: 'Afmelden',
    ask: '{sender} stuurt e-mails naar {email}. Wilt u zich afmelden?',
    unsubscribe: 'Afmelden',
    unsubscribedTitle: 'U bent afgemeld',
    suppressedTitle: 'Geen e-mails meer',
    suppressed: '{sender} stuurt geen e-mails meer naar {email}.',
    mistake:
      'Een e-mail die al onderweg was, kan nog aankomen. Was dit een vergissing, dan kunt u zich weer aanmelden.',
    subscribe: 'Weer aanmelden',
    tracked:
      '{sender} kan zien of u e-mails opent en op links klikt. Als u dat weigert, worden de al verzamelde gegevens verwijderd.',
    untrack: 'Tracking weigeren',
    untracked: '{sender} ziet niet of u e-mails opent of op links klikt.',
    track: 'Tracking weer toestaan',
    chooseTitle: 'Of kies wat u ontvangt',
    topics: 'Onderwerpen',
    monthly: 'Hoogstens één e-mail per maand',
    pause: 'Drie maanden pauzeren',
    paused: 'Pauzeren tot {date}',
    save: 'Keuzes opslaan',
    saved: 'Uw keuzes zijn opgeslagen. Een e-mail die al onderweg was, kan nog aankomen.',
    sampleTitle: 'Dit is een voorbeeld',
    sample:
      'Deze e-mail was een test. In een campagne kan elke ontvanger zich met deze link afmelden. Hier doet de link niets.',
    missingTitle: 'Deze link werkt niet',
    missing: 'Mogelijk is de link niet volledig, of heeft de afzender de bijbehorende campagne verwijderd.',
    brokenTitle: 'Probeer het opnieuw',
    broken: 'Er werkt op dit moment iets niet. Open de link over een paar minuten opnieuw.',
    busyTitle: 'Te veel pogingen',
    busy: 'Er zijn vanaf uw netwerk te veel ongeldige links geopend. Probeer het over een minuut opnieuw.',
  },
  pl: {
    footer: 'Jeśli nie chcą Państwo otrzymywać takich wiadomości: ',
    footerLink: 'Rezygnacja z subskrypcji',
    footerText: 'Rezygnacja z subskrypcji: ',
    askTitle: 'Rezygnacja z subskrypcji',
    ask: '{sender} wysyła wiadomości na adres {email}. Czy chcą Państwo zrezygnować z subskrypcji?',
    unsubscribe: 'Zrezygnuj z subskrypcji',
    unsubscribedTitle: 'Subskrypcja została anulowana',
    suppressedTitle: 'Wiadomości nie będą już wysyłane',
    suppressed: '{sender} nie będzie już wysyłać wiadomości na adres {email}.',
    mistake: 'Wiadomość, która została już wysłana, może jeszcze dotrzeć. W razie pomyłki można wznowić subskrypcję.',
    subscribe: 'Wznów subskrypcję',
    tracked:
      '{sender} może widzieć, czy otwierają Państwo wiadomości i klikają linki. W razie sprzeciwu zebrane dane zostaną usunięte.',
    untrack: 'Nie zgadzam się na śledzenie',
    untracked: '{sender} nie widzi, czy otwierają Państwo wiadomości i klikają linki.',
    track: 'Zezwól ponownie na śledzenie',
    chooseTitle: 'Lub wybierz, co chcesz otrzymywać',
    topics: 'Tematy',
    monthly: 'Najwyżej jeden e-mail w miesiącu',
    pause: 'Wstrzymaj na trzy miesiące',
    paused: 'Wstrzymaj do {date}',
    save: 'Zapisz wybór',
    saved: 'Wybór został zapisany. Wiadomość, która była już w drodze, może jeszcze dotrzeć.',
    sampleTitle: 'To tylko przykład',
    sample:
      'Ta wiadomość była testem. W kampanii ten link pozwala każdemu odbiorcy zrezygnować z subskrypcji. Tutaj nic nie robi.',
    missingTitle: 'Ten link nie działa',
    missing: 'Link może być niepełny albo nadawca usunął kampanię, do której należał.',
    brokenTitle: 'Proszę spróbować ponownie',
    broken: 'Coś w tej chwili nie działa. Proszę otworzyć link ponownie za kilka minut.',
    busyTitle: 'Zbyt wiele prób',
    busy: 'Z Państwa sieci otwarto zbyt wiele nieprawidłowych linków. Proszę spróbować ponownie za minutę.',
  },
}

/** The words of a language; English for an unknown one. */
export function emailWords(language: EmailLanguage): EmailWords {
  return WORDS[language] ?? WORDS[DEFAULT_LANGUAGE]
}

/** Writes a sentence as HTML, with the names in bold. */
export function fillWords(sentence: string, names: { sender: string; email: string }): string {
  return escapeHtml(sentence).replace(
    /\{(sender|email)\}/g,
    (_, name: 'sender' | 'email') => `<strong>${escapeHtml(names[name])}</strong>`,
  )
}
