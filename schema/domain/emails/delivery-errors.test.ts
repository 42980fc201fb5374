import { describe, expect, it } from 'vitest'
import { explainFailure } from './delivery-errors.ts'

const UNCERTAIN = 'We are not sure whether this email was sent'
const EXPIRED = 'Your Microsoft 365 connection has expired'
const FORBIDDEN = "Your account doesn't have permission to send emails"
const UNAUTHENTICATED = 'Authentication failed with Microsoft 365'
const LIMIT = 'Email sending limit reached'
const ADDRESS = 'Invalid email address'
const OTHER = 'Email delivery failed'

describe('the explanation of a failed email', () => {
  it.each([
    ['EXPIRED_TOKEN', EXPIRED],
    ['EXPIRED_TOKEN: 401 InvalidAuthenticationToken', EXPIRED],
    ['403', FORBIDDEN],
    ['no permission to send', FORBIDDEN],
    ['401', UNAUTHENTICATED],
    ['unauthorized', UNAUTHENTICATED],
    ['quota', LIMIT],
    ['rate limit', LIMIT],
    ['invalid email', ADDRESS],
    ['bad recipient', ADDRESS],
    ['', OTHER],
    ['500 InternalServerError', OTHER],
  ])('exists for the error %j', (error, message) => {
    expect(explainFailure(error).message).toBe(message)
  })

  it.each([
    [
      "NON_DELIVERY_REFUSED: 550 5.7.233 - Your message can't be sent because your tenant has exceeded its daily limit for sending email to external recipients (tenant external recipient rate limit)",
      'The email bounced: your organization has reached its sending limit',
    ],
    [
      'NON_DELIVERY_REFUSED: 550 5.7.515 Access denied, sending domain contoso.com does not meet the required authentication level',
      'The email bounced: your domain does not meet the receiver’s rules for senders',
    ],
    [
      'NON_DELIVERY_REFUSED: 550-5.7.26 Your email has been blocked because the sender is unauthenticated',
      'The email bounced: your domain does not meet the receiver’s rules for senders',
    ],
    [
      'NON_DELIVERY_REFUSED: 550 5.7.1 refused, see ticket 5.7.2330',
      'The email bounced: the recipient’s mail server refused it',
    ],
    [
      'NON_DELIVERY_REFUSED: 550 5.7.705 Access denied, tenant has exceeded threshold.',
      'The email bounced: Microsoft has blocked sending for your organization',
    ],
    [
      'NON_DELIVERY_REFUSED: 550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.',
      'The email bounced: Microsoft does not accept email from your organization yet',
    ],
    [
      'NON_DELIVERY_REFUSED: 550 5.1.8 Access denied, bad outbound sender',
      'The email bounced: Microsoft has blocked your mailbox from sending',
    ],
    [
      "NON_DELIVERY_REFUSED: 550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
      'The email bounced: your mailbox has reached its sending limit',
    ],
    [
      'NON_DELIVERY_ADDRESS: 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      'The email bounced: this address does not exist',
    ],
    [
      'NON_DELIVERY_PASSING: 451 4.7.500 Server busy. Please try again later',
      'The email bounced: the receiver slowed down email from you',
    ],
    [
      'NON_DELIVERY_PASSING: 421-4.7.28 Gmail has detected an unusual rate of unsolicited email originating from your domain',
      'The email bounced: the receiver slowed down email from you',
    ],
    [
      'NON_DELIVERY_REFUSED: 550-5.7.28 Gmail has detected an unusual rate of mail originating from your SPF domain',
      'The email bounced: the receiver slowed down email from you',
    ],
    [
      'NON_DELIVERY_PASSING: 552-5.2.2 The email account that you tried to reach is over quota and inactive',
      'The email bounced: the recipient’s mailbox is full',
    ],
    [
      'NON_DELIVERY_PASSING: 550 5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour',
      'The email bounced: the recipient receives too many emails at the moment',
    ],
    [
      'NON_DELIVERY_REFUSED: 550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient',
      'The email bounced: it is too large for the recipient’s mailbox',
    ],
    [
      'NON_DELIVERY_REFUSED: 550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup',
      'The email bounced: the recipient accepts email from their own organization only',
    ],
    ['UNCERTAIN: 550 5.7.233', UNCERTAIN],
  ])('exists for what people find in bounce reports: %j', (error, message) => {
    expect(explainFailure(error).message).toBe(message)
  })

  it.each([
    ['Unauthorized', UNAUTHENTICATED],
    ['RATE LIMIT', LIMIT],
    ['expired_token', EXPIRED],
    ['Permission denied', FORBIDDEN],
  ])('ignores the case of %j', (error, message) => {
    expect(explainFailure(error).message).toBe(message)
  })

  it.each([
    ['EXPIRED_TOKEN and 403 and 401 and quota and invalid email', EXPIRED],
    ['403 and 401 and quota', FORBIDDEN],
    ['401 and quota and bad recipient', UNAUTHENTICATED],
    ['quota of invalid email', LIMIT],
  ])('is that of the first of several matching words in %j', (error, message) => {
    expect(explainFailure(error).message).toBe(message)
  })

  it.each([
    ['EXPIRED_TOKEN: 401 invalid_grant', 'Your Google connection has expired', 'Settings → Connected Emails'],
    ['403 insufficientPermissions', FORBIDDEN, 'Google Workspace administrator'],
    ['401', 'Authentication failed with Google', 'econnect the account'],
    ['quota', LIMIT, 'ait a few minutes'],
    ['500', OTHER, 'heck the connection'],
  ])('of a Google mailbox never mentions Microsoft: %j', (error, message, howToFix) => {
    const advice = explainFailure(error, 'google')
    expect(advice.message).toBe(message)
    expect(advice.howToFix).toContain(howToFix)
    expect(JSON.stringify(advice)).not.toContain('Microsoft')
    expect(explainFailure(error, 'microsoft')).toEqual(explainFailure(error))
  })

  it.each([
    ['EXPIRED_TOKEN: 535 5.7.8', 'Your email host no longer accepts the password', 'enter the new password'],
    ['SEND_AS_REFUSED: 553 5.7.1', 'This mailbox cannot send from the chosen address', 'settings of your email host'],
    ['403', FORBIDDEN, 'your email host'],
    ['401', 'Authentication failed with your email host', 'econnect the mailbox'],
  ])('of a mailbox at another host mentions neither Microsoft nor Google: %j', (error, message, howToFix) => {
    const advice = explainFailure(error, 'smtp')
    expect(advice.message).toBe(message)
    expect(advice.howToFix).toContain(howToFix)
    expect(JSON.stringify(advice)).not.toMatch(/Microsoft|Google|Gmail/)
  })

  it('puts uncertain emails first, with advice that sends nothing twice', () => {
    const advice = explainFailure('UNCERTAIN: 504 after EXPIRED_TOKEN, 403, quota')
    expect(advice.message).toBe(UNCERTAIN)
    expect(advice.howToFix).toMatch(/Sent folder/)
  })

  it('includes the fixed advice', () => {
    expect(explainFailure('EXPIRED_TOKEN').howToFix).toContain(
      "'Refresh Microsoft Connection' in the sidebar and resend",
    )
    expect(explainFailure('403').howToFix).toContain('sk the Microsoft 365 administrator')
    expect(explainFailure('401').howToFix).toContain('econnect the account')
    expect(explainFailure('quota').howToFix).toContain('ait a few minutes or upgrade the plan')
    expect(explainFailure('bad recipient').howToFix).toContain('orrect the contact’s address')
    expect(explainFailure('?').howToFix).toContain('heck the connection and retry, or contact support')
  })
})
