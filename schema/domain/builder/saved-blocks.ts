import { z } from 'zod'
import { jsonProblem } from '../json.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { builderElements } from './document.ts'

/** Reusable blocks of a workspace. */

export const SAVED_BLOCKS_MAX = 200
/** bytes of a block as JSON */
const BLOCK_BYTES_MAX = 262_144

export const savedBlockInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'A saved block needs a name')
    .max(TEXT_LIMITS.savedBlockName, `The name must be at most ${TEXT_LIMITS.savedBlockName} characters long`)
    .refine((value) => !/[\r\n\0]/.test(value), 'The name must be one line'),
  elements: builderElements
    .refine((elements) => elements.length > 0, 'A saved block needs at least one element')
    .superRefine((elements, context) => {
      const problem = jsonProblem(elements, BLOCK_BYTES_MAX)
      if (problem) context.addIssue({ code: 'custom', message: 'A saved block can have at most 256 KB of valid text' })
    }),
})
