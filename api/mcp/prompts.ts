import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js'

const WRITE_CAMPAIGN = {
  name: 'write_campaign',
  title: 'Write a campaign',
  description: 'Drafts a campaign, checks it, and shows it for approval.',
  arguments: [
    { name: 'goal', description: 'What the campaign should achieve.', required: true },
    { name: 'audience', description: 'Who should get it.' },
  ],
} satisfies Prompt

export const listedPrompts: Prompt[] = [WRITE_CAMPAIGN]

/** A prompt with its arguments filled in; null if there is none of this name. */
export function getPrompt(name: string, { goal = '', audience = '' }: Record<string, string>): GetPromptResult | null {
  if (name !== WRITE_CAMPAIGN.name) return null
  const text = `Prepare an email campaign in Mergewell.
Goal: ${goal || 'ask me'}
Audience: ${audience || 'ask me'}

1. Look at segments, tags and custom fields, and at templates and earlier campaigns for the tone.
2. Draft the campaign and choose its recipients. Use merge tags only for fields that the recipients have.
3. Check it for problems, preview it for two recipients, and correct what you find.
4. Show me the subject, the text, the number of recipients and what is left of the problems. Do not launch it.`
  return { description: WRITE_CAMPAIGN.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
