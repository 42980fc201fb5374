import { describe, expect, it } from 'vitest'
import { isReadReceipt } from './read-receipt.ts'
import { isReceipt, mayBeReceipt } from './message-receipts.ts'

const preview = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)

describe('isReceipt, which recognizes confirmations by programs,', () => {
  it.each([
    [
      'Zendesk',
      '##- Please type your reply above this line -##\n\nYour request (48213) has been received and is being reviewed by our support staff.\n\nTo add additional comments, reply to this email.',
    ],
    ['Zendesk in French', 'Bonjour,\n\nVotre demande (48213) a bien été reçue et est en cours de traitement.'],
    ['Zammad', 'Your request (Ticket#48213) has been received and will be reviewed by our support staff.'],
    [
      'Freshdesk',
      'Dear Ada\n\nWe have received your request and a ticket (#991) has been created. A team member will be in touch shortly.',
    ],
    [
      'Odoo',
      'Dear Ada,\n\nYour request Prices for spring has been received and is being reviewed by our Customer Care team.\n\nThe reference of your ticket is 12.\n\nTo add additional comments, reply to this email.\n\nThank you,\nCustomer Care Team.',
    ],
    [
      'osTicket',
      "Dear Ada,\n\nA request for support has been created and assigned #48213. You can view this ticket's progress online.\n\nYour Fabrikam Team,\n\nIf you wish to provide additional comments, please reply to this email.",
    ],
    [
      'Request Tracker',
      'Greetings,\n\nThis message has been automatically generated in response to the creation of a trouble ticket regarding Prices, a summary of which appears below.\n\n-------------------------------------------------------------------------\nHello, may I send you our prices?',
    ],
    [
      'GitLab',
      'Thank you for your support request! We are tracking your request as ticket #12, and will respond as soon as we can.\n\n-- \nYou’re receiving this email because of your account.',
    ],
    ['Jira', '—-—-—-—\nReply above this line.\n\nJust confirming that we got your request. We’re on it.'],
    [
      'EarthLink',
      'I apologize for this automatic reply to your email.\n\nTo control spam, I now allow incoming messages only from senders I have approved beforehand.',
    ],
    ['UOL', 'Olá, para que sua mensagem seja entregue, confirme no link abaixo. Esta é uma mensagem automática.'],
    [
      'cPanel',
      'The message you sent requires that you verify that you are a real live human being and not a spam source.',
    ],
    [
      'English',
      'Hi Ada,\n\nThank you for your message. This is an automated response to let you know that it arrived.',
    ],
    [
      'German',
      'Guten Tag,\n\nwir haben Ihre E-Mail erhalten und werden sie schnellstmöglich bearbeiten. Dies ist eine automatisch generierte Nachricht, bitte antworten Sie nicht darauf.',
    ],
    [
      'French',
      'Bonjour, votre courriel a bien été reçu et sera traité dans les meilleurs délais. Ceci est un message automatique.',
    ],
    [
      'Spanish',
      'Estimado cliente:\n\nHemos recibido su solicitud y se ha creado el ticket 2026.\nEste es un mensaje automático; le responderemos lo antes posible.',
    ],
    ['Portuguese', 'Olá!\n\nRecebemos sua mensagem. Esta é uma resposta automática.'],
    ['Italian', 'Gentile cliente,\nabbiamo ricevuto la Sua richiesta. Questa è una risposta automatica.'],
    ['Dutch', 'Beste Ada,\n\nwij hebben uw bericht ontvangen. Dit is een automatische ontvangstbevestiging.'],
    ['Polish', 'Dzień dobry,\n\notrzymaliśmy Państwa wiadomość. To jest automatyczna odpowiedź.'],
    ['Swedish', 'Hej!\n\nTack för ditt mejl till oss. Detta är ett automatiskt svar.'],
    ['Russian', 'Здравствуйте!\n\nМы получили ваше письмо. Это автоматический ответ.'],
    ['Japanese', 'この度はお問い合わせいただきありがとうございます。\n本メールは自動返信です。'],
    ['Chinese', '您好，我们已收到您的邮件。这是系统自动回复，请勿直接回复。'],
  ])('recognizes that of %s', (_, text) => {
    expect([mayBeReceipt(preview(text)), isReceipt(text)]).toEqual([true, true])
  })

  it.each([
    [
      'a receipt with a question',
      'We received your request and opened ticket 4711 for it, but tell me: which of the two is cheaper?',
    ],
    [
      'a receipt of a person',
      'Hi Ada,\n\nthanks, we received your message. I looked into it and we want 20 units. Please call me.\n\nEve',
    ],
    ['a promise of a person', 'Thank you for your email. We will get back to you when my boss is back on Monday.'],
    [
      'an answer behind the sentence of a program',
      'We have received your request and a ticket has been created with Ticket ID - 30417. My boss likes it and we want two samples.',
    ],
    [
      'a short answer behind the sentence of a program',
      'Your request (482) has been received and is being reviewed by our support staff. We will take 20 units.\n\nGrace',
    ],
    [
      'a German answer behind the sentence of a program',
      'Ihre Anfrage (4711) ist eingegangen und wird gerade bearbeitet. Wir nehmen zwei Muster.',
    ],
    ['an answer in the sentence of a program', 'Votre demande (4711) a bien été reçue et nous prenons les deux.'],
    [
      'a template with a question below',
      'Your request (482) has been received and is being reviewed by our support staff.\n\nGrace here: can you send a sample?',
    ],
    [
      'a template within an answer',
      'My boss said yes, we want 20. I hope it reaches you this time, your help desk only told me this so far: ok. Yes. Sure. Your request (482) has been received and is being reviewed by our support staff.',
    ],
    ['short words without a program', 'Just confirming that we got your request. We’re on it.'],
    ['a footer below an answer', 'No thanks.\n\nThis is an automatically generated disclaimer, please do not reply.'],
    [
      'a comment in a program',
      'Grace commented: Yes, we have received your message and want 20 units. This is an automatically generated email from our tracker.',
    ],
    [
      'thanks, an answer and a footer',
      'Thanks for contacting us. Yes, please send 20 units to the second warehouse. This is an automatic reply of our tracker to what Grace wrote.',
    ],
    ['a joke', 'This is an automatic reply: not interested.'],
    [
      'a front desk',
      'Para que sua mensagem seja encaminhada ao setor de compras, por favor escreva para compras@fabrikam.test.',
    ],
    [
      'German',
      'Vielen Dank für Ihre Nachricht. Wir nehmen 20 Stück. Diese E-Mail wurde automatisch auf Viren geprüft.',
    ],
  ])("does not take a person's reply for one: %s", (_, text) => {
    expect(isReceipt(text)).toBe(false)
  })

  it('recognizes one in a preview with HTML entities, as Gmail returns it', () => {
    expect(mayBeReceipt('I&#39;m protecting myself from receiving junk mail. Just click the link')).toBe(true)
  })
})

describe('isReadReceipt, which recognizes read receipts,', () => {
  const repeated =
    'Your message To: Grace Hill Subject: A short question Sent: Friday, November 27, 2026 was read on Friday.'

  it.each([
    ['Read: A short question', repeated],
    ['Not read: A short question', repeated],
    [
      'Lu : A short question',
      'Votre message À : Grace Hill Objet : A short question Envoyé : vendredi 27 novembre a été lu le',
    ],
    ['Leído: A short question', 'El mensaje Para: Grace Asunto: A short question Enviados: viernes fue leído el'],
    [
      '開封済み: A short question',
      'メッセージ 宛先: Grace 件名: A short question 送信日時: 2026年11月27日 は開封されました',
    ],
    ['已读: A short question', '您的邮件 收件人: Grace 主题: A short question 发送时间: 2026年11月27日 已被阅读'],
  ])('recognizes one without a report: %s', (subject, text) => {
    expect(isReadReceipt(subject, text)).toBe(true)
  })

  it.each([
    ['Re: A short question', repeated],
    ['Read: A short question', 'Yes, I have read it: we are in. Call me.'],
    ['Read: A short question', 'To: be honest: no. Also: too expensive'],
    ['FW: A short question', repeated],
  ])('does not take a reply for one: %s, %s', (subject, text) => {
    expect(isReadReceipt(subject, text)).toBe(false)
  })
})
