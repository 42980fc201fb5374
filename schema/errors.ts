import { ERROR_MEANINGS, type ErrorCode } from '#domain/errors.ts'
import { enumType } from './schema-builder.ts'

/** The codes of errors, as an enum. */
export const ErrorCodeEnum = enumType('ErrorCode', {
  description: 'Values of `extensions.code` of an error. REST responses carry the same code with its HTTP status.',
  values: Object.fromEntries(
    Object.entries(ERROR_MEANINGS).map(([code, description]) => [code, { description }]),
  ) as Record<ErrorCode, { description: string }>,
})
