import { ERROR_MEANINGS, type ErrorCode } from '#domain/errors.ts'
import { builder } from './builder.ts'

builder.enumType('ErrorCode', {
  description: 'What `extensions.code` of an error can say. REST answers carry the same code with its HTTP status.',
  values: Object.fromEntries(
    Object.entries(ERROR_MEANINGS).map(([code, description]) => [code, { description }]),
  ) as Record<ErrorCode, { description: string }>,
})
