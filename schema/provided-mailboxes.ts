import type { ProvidedResult } from '#api/mailboxes/provide-mailboxes.ts'
import { PROVIDED_STATES, type ProvidedState } from '#domain/mailboxes/provider-applications.ts'
import { builder, enumType } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'

const StateEnum = enumType('ProvidedMailboxState', {
  description: 'Result for one mailbox that an administrator provides.',
  values: Object.fromEntries(
    Object.entries(PROVIDED_STATES).map(([state, description]) => [state, { description }]),
  ) as Record<ProvidedState, { description: string }>,
})

const ResultType = builder.objectRef<ProvidedResult>('ProvidedMailbox').implement({
  description: 'A mailbox that an administrator provides.',
  fields: (t) => ({
    email: t.exposeString('email', { description: 'Its address.' }),
    state: t.field({ type: StateEnum, description: 'What became of it.', resolve: ({ state }) => state }),
  }),
})

const MicrosoftApplicationInput = builder.inputType('MicrosoftApplicationInput', {
  description: 'An application that your organization registered in its own directory (Entra ID).',
  fields: (t) => ({
    directory: t.string({ required: true, description: 'Id of the directory, or one of its domains.' }),
    clientId: t.string({ required: true, description: 'Id of the application (client).' }),
    clientSecret: t.string({ required: true, description: 'Its secret. It is stored encrypted and never shown.' }),
  }),
})

mutation('provideMailboxes', {
  authScopes: { admin: true },
  description:
    'Connects mailboxes of your organization, shared ones too, with an application of the organization: nobody signs in. Each is tried first, and so is a mailbox outside, which must be refused. A mailbox belongs to the person with its confirmed address, otherwise to you; its owner can disconnect it. Nothing is sent. Errors: REAUTHENTICATE, BAD_INPUT, FEATURE_OFF, UNAVAILABLE.',
  input: {
    description: 'The input of provideMailboxes: an application at Microsoft, or a service account at Google.',
    fields: (t) => ({
      microsoft: t.field({
        type: MicrosoftApplicationInput,
        description: 'An application that RBAC for Applications in Exchange Online limits to these mailboxes.',
      }),
      googleKey: t.string({
        description: 'Text of the key file of a service account with domain-wide delegation. It is stored encrypted.',
      }),
      emails: t.stringList({
        required: true,
        description: 'Addresses of the mailboxes, at most 20. May be empty with a group.',
      }),
      group: t.string({
        description:
          'Address of a group, whose people’s mailboxes are connected as well, at most 100. The application needs permission to read it.',
      }),
      groupAdmin: t.string({
        description: 'An administrator in whose name a Google service account reads the group.',
      }),
      outside: t.string({
        description:
          'A mailbox of the organization that the application must not reach. Required for Microsoft; Google cannot limit by mailbox.',
      }),
    }),
  },
  payload: {
    results: { type: [ResultType], description: 'What became of each mailbox.' },
    proof: { type: 'String', description: 'What shows that other mailboxes stay closed.' },
  },
  resolve: async (input, ctx) => {
    const { results, proof } = await ctx.api.mailboxes.provideMailboxes(ctx, input)
    return { results, proof }
  },
})
