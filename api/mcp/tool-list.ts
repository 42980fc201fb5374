import type { Tool } from './tool-definition.ts'
import { audienceTools } from './tools/segments-and-suppressions.ts'
import { campaignTools } from './tools/campaigns.ts'
import { checkTools } from './tools/launch-checks.ts'
import { contactTools } from './tools/contacts.ts'
import { repeatTools } from './tools/repeats.ts'
import { replyTools } from './tools/replies.ts'
import { resultTools } from './tools/results.ts'
import { sendingTools } from './tools/sending.ts'
import { templateTools } from './tools/templates.ts'
import { workspaceTools } from './tools/workspace.ts'

/** Every tool, in the order in which agents see them. docs/integrate/reference.md lists the same. */
export const tools: readonly Tool[] = [
  ...workspaceTools,
  ...contactTools,
  ...audienceTools,
  ...templateTools,
  ...campaignTools,
  ...checkTools,
  ...resultTools,
  ...sendingTools,
  ...repeatTools,
  ...replyTools,
]
