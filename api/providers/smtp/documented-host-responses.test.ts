import { describe, expect, it } from 'vitest'
import { imapError } from './imap-errors.ts'
import { readAnswer, smtpError, type SmtpStage } from './smtp-errors.ts'

/**
 * Answers as hosts document them, read on 30 November 2026: Google's "Gmail SMTP errors and codes" (support.google.com/a/answer/3726730);
 * Microsoft's "Continuous error throttling for SMTP AUTH submissions" and "Fix issues with printers, scanners, and LOB
 * applications"; IONOS's "mass mailing limits" and "SMTP-Fehlermeldungen"; Zoho's error codes and community; cPanel and postfwd.
 */
const ANSWERS: [stage: SmtpStage, answer: string, kind: string][] = [
  // A limit that passes by itself
  ['sign-in', '454 4.7.0 Too many login attempts, please try again later. - gsmtp', 'throttled'],
  [
    'sign-in',
    '454 4.7.0 Cannot authenticate due to a temporary system problem. Try again later. - gsmtp',
    'unavailable',
  ],
  ['sign-in', '421 4.7.0 Too many connections for this user', 'throttled'],
  ['sign-in', '432 4.3.2 Concurrent connections limit exceeded. Visit https://aka.ms/concurrent_sending', 'throttled'],
  ['connection', '421 4.3.2 The maximum number of concurrent connections has exceeded a limit, closing', 'throttled'],
  ['connection', '421 4.7.0 Try again later, closing connection. - gsmtp', 'unavailable'],
  ['connection', '421 4.4.5 Server busy, try again later. - gsmtp', 'unavailable'],
  ['connection', '421 Rate limit reached. Please try again later', 'throttled'],
  ['sender', '421 Rate limit reached. Please try again later', 'throttled'],
  ['sender', '450 4.2.1 Peak SMTP relay limit exceeded for customer. This is a temporary error.', 'throttled'],
  ['sender', '450 Mail send limit exceeded.', 'throttled'],
  ['sender', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'throttled'],
  ['message', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'throttled'],
  ['sender', '550 5.2.252 Sender throttled due to continuous send as denied errors.', 'throttled'],
  ['sender', '550 5.2.255 Sender throttled due to continuous invalid recipients errors.', 'throttled'],
  ['message', '550 5.2.251 Sender throttled due to continuous mailbox full errors.', 'throttled'],
  ['message', '550 5.4.6 Unusual sending activity detected. Please try after sometime', 'throttled'],
  ['recipient', '450 4.7.1 Error: too much mail from 192.0.2.1', 'throttled'],
  ['recipient', '451 Number messages per hour exceeded', 'throttled'],
  [
    'sender',
    '550 Domain example.com has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.',
    'throttled',
  ],
  [
    'sender',
    '550 Domain example.com has exceeded the max defers and failures per hour (5/5 (100%)) allowed.',
    'throttled',
  ],
  // The day's allowance
  [
    'message',
    '550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to - gsmtp',
    'quota',
  ],
  ['message', '550 5.4.5 Daily SMTP relay sending limit exceeded for this user. - gsmtp', 'quota'],
  [
    'message',
    '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception',
    'quota',
  ],
  [
    'recipient',
    '550 5.1.90 Your message can’t be sent because you’ve reached your daily limit for message recipients',
    'quota',
  ],
  // The password is right, and the host has turned sending off
  [
    'sign-in',
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled',
    'mailbox-refused',
  ],
  [
    'sign-in',
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox.',
    'mailbox-refused',
  ],
  ['sign-in', '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.', 'mailbox-refused'],
  ['sender', '554 5.1.8 Sender Address Blocked', 'mailbox-refused'],
  ['message', '550 5.1.8 Access denied, bad outbound sender AS(42004)', 'mailbox-refused'],
  ['sender', '530 5.7.57 Client not authenticated to send mail.', 'sign-in-doubt'],
  // The password is wrong
  ['sign-in', '535 5.7.8 Username and Password not accepted. - gsmtp', 'expired'],
  ['sign-in', '534 5.7.9 Application-specific password required. - gsmtp', 'expired'],
  ['sign-in', '535 5.7.3 Authentication unsuccessful', 'expired'],
  ['sign-in', '535 5.7.139 Authentication unsuccessful, the user credentials were incorrect.', 'expired'],
  ['sign-in', '535 Authentication Failed', 'expired'],
  // The sender
  ['sender', '553 Sender is not allowed to relay emails', 'from-refused'],
  ['sender', '553 Relaying disallowed as ada@example.com', 'from-refused'],
  ['message', '554 5.2.252 SendAsDenied; ada@example.com not allowed to send as bo@example.com', 'from-refused'],
  ['sender', '550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'from-refused'],
  // The recipient or the email alone
  [
    'recipient',
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.',
    'rejected',
  ],
  ['recipient', '450 4.2.0 Recipient address rejected: Greylisted', 'rejected'],
  ['recipient', '550 5.1.1 <bo@example.com>: Recipient address rejected: User unknown', 'bad-recipient'],
  ['recipient', '552 5.2.2 The email account that you tried to reach is over quota. - gsmtp', 'rejected'],
  ['message', '552 5.3.4 Your message exceeded Google’s message size limits.', 'too-large'],
  ['message', '552 5.2.3 Your message exceeded Google’s message size limits.', 'too-large'],
  ['message', '550 5.7.1 Our system has detected that this message is likely unsolicited mail.', 'rejected'],
  [
    'message',
    '552 5.7.0 This message was blocked because its content presents a potential security issue.',
    'rejected',
  ],
]

describe('the answers that email hosts document', () => {
  it.each(ANSWERS)('are classified at the SMTP stage %s: %s is %s', (stage, answer, kind) => {
    const read = readAnswer(answer)!
    expect(smtpError(stage, read)).toMatchObject({ kind, isCertain: kind === 'expired' })
  })

  it.each([
    [{ serverResponseCode: 'ALERT' }, 'Too many simultaneous connections. (Failure)', 'throttled'],
    [{}, 'Too many simultaneous connections. (Failure)', 'throttled'],
    [{ serverResponseCode: 'LIMIT' }, 'Too many simultaneous connections', 'throttled'],
    [{ serverResponseCode: 'UNAVAILABLE' }, 'Temporary authentication failure.', 'unavailable'],
    [{ serverResponseCode: 'UNAVAILABLE' }, 'LOGIN Server error - Please try again later', 'unavailable'],
    [{ serverResponseCode: 'OVERQUOTA' }, 'Account exceeded command or bandwidth limits. (Failure)', 'throttled'],
    [
      { serverResponseCode: 'ALERT' },
      'Please log in via your web browser: https://support.google.com/mail/',
      'mailbox-refused',
    ],
    [{ serverResponseCode: 'ALERT' }, 'Application-specific password required: https://support.google.com', 'expired'],
    [{ serverResponseCode: 'AUTHENTICATIONFAILED' }, 'Invalid credentials (Failure)', 'expired'],
    [{}, 'LOGIN failed.', 'expired'],
  ])('are classified at the IMAP sign-in, with %o: %s is %s', (code, responseText, kind) => {
    const refusal = { authenticationFailed: true, responseStatus: 'NO', responseText, ...code }
    expect(imapError(Object.assign(new Error('Command failed'), refusal))).toMatchObject({
      ...{ kind, isCertain: kind === 'expired' },
    })
  })
})
