import { LINK_DOMAIN_PROBLEM_WORDS, type LinkDomainProblem } from '#domain/tracking/link-domains.ts'
import type { Letter } from './compose-system-email.ts'

/**
 * Texts of system emails (emails of Mergewell itself), one function per email. Texts only: nothing here reads the
 * database.
 */

const HOUR = 3_600_000
/** ms for which the links in system emails work, by kind of link. */
export const LINK_LIFETIMES = { password: HOUR, email: 7 * 24 * HOUR, invitation: 7 * 24 * HOUR } as const
export type LinkKind = keyof typeof LINK_LIFETIMES

const IGNORE = 'If you did not request this, you can ignore this email. Nothing will change.'

/** An account of somebody who asked for a new password. `link` is null if they sign in another way. */
export interface ResetAccount {
  workspace: string
  username: string
  way: 'link' | 'provider' | 'singleSignOn'
  link: string | null
}

/** Advice for people who get no link, because they sign in another way. */
const INSTEAD = {
  link: '',
  provider: 'has no password. Sign in with Microsoft or Google.',
  singleSignOn: 'signs in with single sign-on. Choose single sign-on on the sign-in page. If it fails, ask an admin.',
} as const satisfies Record<ResetAccount['way'], string>

export function passwordReset(accounts: readonly ResetAccount[]): Letter {
  const one = accounts.length === 1
  return {
    subject: 'Set a new password for Mergewell',
    lines: [
      one
        ? 'We received a request to reset the password of your account.'
        : 'We received a password reset request. These accounts use your email address.',
      'Each link works once, for one hour.',
    ],
    buttons: accounts.map(({ workspace, username, way, link }) =>
      link === null
        ? { about: `${username} (${workspace}) ${INSTEAD[way]}` }
        : { about: `${username} (${workspace})`, label: 'Set a new password', url: link },
    ),
    after: [IGNORE],
  }
}

export function confirmEmail(link: string): Letter {
  return {
    subject: 'Confirm your email address',
    lines: ['Confirm that this address is yours. You can then sign in with it and use it to reset your password.'],
    buttons: [{ label: 'Confirm this address', url: link }],
    after: ['The link works once, for seven days.', IGNORE],
  }
}

export function invitation({ workspace, by, link }: { workspace: string; by: string; link: string }): Letter {
  return {
    subject: `${by} invited you to ${workspace} on Mergewell`,
    lines: [`${by} invited you to the workspace ${workspace}. Choose a password to join.`],
    buttons: [{ label: 'Join the workspace', url: link }],
    after: ['The link works once, for seven days.', 'If you do not know the sender, ignore this email.'],
  }
}

/**
 * Writes the email to every admin which says that the workspace will be deleted, or that the deletion was cancelled.
 * `on`: a day such as "23 December 2026". `url`: null if they cannot sign in to cancel.
 */
export function workspaceDeletion({
  name,
  by,
  on,
  url,
}: {
  name: string
  by: string
  on: string
  url: string | null
}): Letter {
  return {
    subject: `${name} will be deleted on ${on}`,
    lines: [
      `${by} asked to delete the workspace ${name} on Mergewell. Until then, no emails are sent from it${url === null ? '' : ', and everyone can still view it'}.`,
      `On ${on} its contacts, campaigns, templates, users and everything else in it will be permanently deleted.`,
    ],
    buttons: url === null ? [] : [{ label: 'Cancel or export', url }],
    after: [
      'All workspace admins receive this email.',
      url === null
        ? 'The workspace is not active. To keep it, ask the person who runs this installation.'
        : 'Any of them can cancel the deletion.',
    ],
  }
}

export function workspaceDeletionCancelled({ name, by }: { name: string; by: string }): Letter {
  return {
    subject: `${name} will not be deleted`,
    lines: [`${by} cancelled the deletion of the workspace ${name}. Campaigns stay paused until someone resumes them.`],
    buttons: [],
    after: [],
  }
}

/** Writes the email to every admin which says that events are no longer sent to a webhook. */
export function webhookDisabled({
  host,
  because,
  url,
}: {
  host: string
  because: 'failing' | 'gone'
  url: string
}): Letter {
  return {
    subject: `Your webhook at ${host} was disabled`,
    lines: [
      because === 'gone'
        ? `${host} answered that the address no longer exists (410), so nothing more is sent there.`
        : `Every request to ${host} has failed for three days, so nothing more is sent there.`,
      'Repair the receiver, resume the webhook, and send what it missed again from its log.',
    ],
    buttons: [{ label: 'Open webhooks', url }],
    after: ['Every admin of the workspace gets this email.'],
  }
}

/** Facts for the email to admins when somebody turns off the approval of launches. */
export interface ApprovalOffTold {
  /** name of the admin who acts; empty if they were deleted */
  by: string
  workspace: string
  url: string
}

const OTHER_ADMINS = 'The other admins of the workspace get this email. The change is in the activity log.'
const OPEN_SENDING = 'Open Email Sending'

/** Facts in the emails that answer a request for a higher plan. */
export interface UpgradeAnswered {
  workspace: string
  /** name of the plan */
  plan: string
  /** URL of the page about plans */
  url: string
}

/** Writes the email to the admin who asked for a higher plan: the workspace has it now. */
export function upgradeGranted({ workspace, plan, url }: UpgradeAnswered): Letter {
  return {
    subject: `${workspace} now has the ${plan} plan`,
    lines: [
      `You asked for a higher plan. Your workspace ${workspace} now has the ${plan} plan, and its limits apply at once.`,
    ],
    buttons: [{ label: 'See your plan', url }],
  }
}

/** Writes the email to the admin who asked for a higher plan: the request was declined. */
export function upgradeDeclined({ workspace, plan, url }: UpgradeAnswered): Letter {
  return {
    subject: `Your request for the ${plan} plan was declined`,
    lines: [
      `The person who runs this installation declined the ${plan} plan for your workspace ${workspace}. Its plan stays as it is.`,
    ],
    buttons: [{ label: 'See your plan', url }],
  }
}

/**
 * Writes the email to the other admins: launches will no longer need a second person. `on`: the moment from which that
 * holds.
 */
export function approvalOffRequested({ by, workspace, url, on }: ApprovalOffTold & { on: string }): Letter {
  return {
    subject: `${by} asks to turn off the approval of launches`,
    lines: [
      `${by} asks to turn off “Launches need a second person” in the workspace ${workspace}. Campaigns can then be launched without approval.`,
      `Approval turns off on ${on}, unless an admin keeps it on. Another admin can confirm it sooner.`,
    ],
    buttons: [{ label: OPEN_SENDING, url }],
    after: [OTHER_ADMINS],
  }
}

/** Writes the email to the other admins: launches still need a second person. */
export function approvalKept({ by, workspace, url }: ApprovalOffTold): Letter {
  return {
    subject: `${by} kept the approval of launches on`,
    lines: [`${by} kept “Launches need a second person” on in the workspace ${workspace}.`],
    buttons: [{ label: OPEN_SENDING, url }],
    after: [OTHER_ADMINS],
  }
}

/** Writes the email to the other admins: launches no longer need a second person. */
export function approvalTurnedOff({ by, workspace, url }: ApprovalOffTold): Letter {
  const who = by || 'A former admin'
  return {
    subject: `${who} turned off the approval of launches`,
    lines: [
      `${who} turned off “Launches need a second person” in the workspace ${workspace}. Campaigns can now be launched without approval.`,
    ],
    buttons: [{ label: OPEN_SENDING, url }],
    after: [OTHER_ADMINS],
  }
}

/** Writes the email to every admin who may decide: a launch waits for approval. */
export function approvalRequested({
  by,
  campaign,
  recipients,
  leftOut,
  note,
  url,
}: {
  by: string
  campaign: string
  recipients: number
  /** recipients left out because they already got as many emails in seven days as the workspace allows */
  leftOut: number
  note: string | null
  url: string
}): Letter {
  const all = recipients === 1 ? '1 recipient' : `${recipients.toLocaleString('en-US')} recipients`
  const people = leftOut > 0 ? `${(recipients - leftOut).toLocaleString('en-US')} of ${all}` : all
  return {
    subject: `${by} asks you to approve “${campaign}”`,
    lines: [
      `${by} wants to send the campaign “${campaign}” to ${people}.`,
      ...(leftOut > 0
        ? [
            `${leftOut.toLocaleString('en-US')} ${leftOut === 1 ? 'is' : 'are'} left out: suppressed, or at your workspace’s limit of emails in seven days.`,
          ]
        : []),
      ...(note === null ? [] : [`${by} wrote: ${note}`]),
      'Nothing is sent until an admin approves it.',
    ],
    buttons: [{ label: 'Review the request', url }],
    after: ['The other admins of your workspace also receive this email. Only one of them needs to decide.'],
  }
}

/** Writes the email to the person who asked for approval: an admin decided on their launch. */
export function approvalDecided({
  by,
  campaign,
  decision,
  reason,
  url,
}: {
  by: string
  campaign: string
  decision: 'approve' | 'decline'
  reason: string | null
  url: string
}): Letter {
  const approved = decision === 'approve'
  return {
    subject: `${by} ${approved ? 'approved' : 'declined'} “${campaign}”`,
    lines: [
      approved
        ? `${by} approved the campaign “${campaign}”. It is launched as you requested.`
        : `${by} declined the campaign “${campaign}”. Nothing was sent.`,
      ...(reason === null ? [] : [`${by} wrote: ${reason}`]),
    ],
    buttons: [{ label: 'Open the campaign', url }],
    after: approved ? [] : ['Change the campaign, then request approval again.'],
  }
}

/** Writes the email to the person who switched a repeating campaign on, or to the admins: a problem switched it off. */
export function repeatStopped({ campaign, because, url }: { campaign: string; because: string; url: string }): Letter {
  return {
    subject: `“${campaign}” is no longer sent`,
    lines: [`The repeating campaign “${campaign}” was switched off because of a problem:`, because],
    buttons: [{ label: 'Open the campaign', url }],
    after: ['No more emails are sent until it is switched on again. Runs that were already launched continue.'],
  }
}

/** Texts of security notices, one for each kind of change of an account that its owner should recognize. */
export const NOTICES = {
  newDevice: 'New sign-in to your account',
  passwordChanged: 'Your password was changed',
  passwordReset: 'Your password was reset by email',
  emailChanged: 'Your email address was changed',
  factorAdded: 'An authenticator app was added to your account',
  factorRemoved: 'Your authenticator app was removed',
  factorReset: 'An admin reset your two-step sign-in',
  sessionsEnded: 'An admin signed you out everywhere',
  codesRenewed: 'You have new recovery codes',
  codeUsed: 'A recovery code was used to sign in',
  passkeyAdded: 'A passkey was added to your account',
  passkeyRemoved: 'A passkey was removed from your account',
  identityAdded: 'A sign-in method was added to your account',
  identityRemoved: 'A sign-in method was removed from your account',
  apiKeyCreated: 'An API key was created for your account',
  sheetLinkCreated: 'A live link to a spreadsheet was created for your account',
  mailboxShared: 'Your mailbox was shared',
} as const
export type NoticeKind = keyof typeof NOTICES

export function notice(
  kind: NoticeKind,
  { username, details, settingsUrl }: { username: string; details: readonly string[]; settingsUrl: string },
): Letter {
  return {
    subject: NOTICES[kind],
    lines: [`${NOTICES[kind]}. Account: ${username}.`, ...details],
    buttons: [{ label: 'Check your account', url: settingsUrl }],
    after: [
      'If this was you, no action is needed.',
      'If not, change your password, sign out your other devices and tell a workspace admin.',
    ],
  }
}

export function linkDomainWorks({ host, url }: { host: string; url: string }): Letter {
  return {
    subject: `${host} is ready for your emails`,
    lines: [`New emails use ${host} for tracked links, pictures, the tracking pixel and unsubscribe links.`],
    buttons: [{ label: 'Open settings', url }],
    after: ['Every admin of the workspace gets this email.'],
  }
}

export function linkDomainFails({
  host,
  problem,
  url,
}: {
  host: string
  problem: LinkDomainProblem
  url: string
}): Letter {
  return {
    subject: `${host} does not work for your emails`,
    lines: [
      `New emails use the address of Mergewell instead of ${host}. Links in emails already sent may not open.`,
      LINK_DOMAIN_PROBLEM_WORDS[problem],
    ],
    buttons: [{ label: 'Open settings', url }],
    after: ['Every admin of the workspace gets this email.'],
  }
}
