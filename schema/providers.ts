import { PROVIDER_NAMES } from '#domain/mailboxes/providers.ts'
import { enumType } from './schema-builder.ts'

export const ProviderEnum = enumType('MailProvider', {
  description: 'The provider of a mailbox.',
  values: PROVIDER_NAMES,
})
