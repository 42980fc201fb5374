import { mailboxes, type Finding, type ProviderFigures, type ProviderSetup } from '../../provider-setup.ts'
import { microsoft } from './facts.ts'

/** Values of MICROSOFT_TENANT with which people of any organization can sign in. */
const MANY_ORGANIZATIONS = new Set(['common', 'organizations'])

/**
 * Describes an app registration at Microsoft.
 *
 * @param tenant directory whose people may sign in, or common, organizations, consumers
 */
export function microsoftSetup(tenant: string): ProviderSetup {
  return {
    name: microsoft.name,
    acceptsIpAddress: true,
    quotaAt: () => null,
    verification: (figures) => verification(tenant, figures),
    breaks: ({ onMicrosoft }) => [
      ...(MANY_ORGANIZATIONS.has(tenant)
        ? [
            'Without a verified publisher, people of other organizations cannot consent to the app; an administrator of each must.',
          ]
        : []),
      `Senders at onmicrosoft.com addresses reach at most 100 outside recipients a day, in their whole organization together.${
        onMicrosoft === 0 ? ' None is connected.' : ` Connected now: ${mailboxes(onMicrosoft)}.`
      }`,
    ],
  }
}

function verification(tenant: string, { organizations }: ProviderFigures): Finding[] {
  if (!MANY_ORGANIZATIONS.has(tenant)) {
    return [
      {
        tone: 'good',
        text: `Only people of the directory in MICROSOFT_TENANT (${tenant}) can sign in. People of your own directory need no verified publisher.`,
      },
    ]
  }
  const connected =
    organizations === 1 ? 'Mailboxes of 1 organization are' : `Mailboxes of ${organizations} organizations are`
  return [
    {
      tone: 'neutral',
      text: `Whether the publisher is verified cannot be told from here. ${organizations === 0 ? 'No mailbox of an organization is' : connected} connected; administrators can consent for their organization either way.`,
    },
  ]
}
