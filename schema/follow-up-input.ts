import { FOLLOW_UP_CONDITIONS } from '#domain/campaigns/follow-ups.ts'
import { builder, enumType } from './schema-builder.ts'

export const FollowUpConditionEnum = enumType('FollowUpCondition', {
  description:
    'Who gets a follow-up. An answer always ends the follow-ups to a recipient. no_reply: everybody else. not_opened, not_clicked: those who did not open, or did not click, an email before. clicked: those who clicked. Opens and clicks are only known where they are recorded for each recipient.',
  values: FOLLOW_UP_CONDITIONS,
})

export const FollowUpInput = builder.inputType('FollowUpInput', {
  description: 'A follow-up of a draft.',
  fields: (t) => ({
    waitDays: t.int({ description: 'Working days to wait after the step before, 1 to 90. Defaults to 3.' }),
    timeOfDay: t.string({ description: 'Time of day at which it is sent, as HH:MM. Defaults to 09:30.' }),
    timeZone: t.string({
      description:
        'IANA name of the time zone of that time. Defaults to UTC. If the campaign is sent at local times: only for recipients whose time zone is not known.',
    }),
    condition: t.field({ type: FollowUpConditionEnum, description: 'Who gets it. Defaults to NO_REPLY.' }),
    link: t.string({ description: 'The address that the condition is about. Defaults to any link.' }),
    subject: t.string({
      description: 'Subject; merge tags work. Defaults to “Re: ” and the subject of the campaign.',
    }),
    content: t.string({ description: 'Text of the follow-up, in which merge tags work.' }),
    attachesFiles: t.boolean({
      description:
        'Whether the files of the campaign are attached again, and those of each recipient. Defaults to false.',
    }),
    useHtmlBuilder: t.boolean({ description: 'True if the content was made in the builder.' }),
    htmlTemplate: t.field({ type: 'JSON', description: 'The builder document, at most 1 MB.' }),
  }),
})
