import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { config, type ZodType } from 'zod'
import { fieldErrors } from '#web/client/call-errors.ts'

// The CSP forbids code generation, which zod would otherwise try.
config({ jitless: true })

/** A form validated with a `#domain` schema: on submit, then on each change. */
export function useSchemaForm<Input extends FieldValues, Output extends FieldValues>(
  schema: ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues })
}

/** Shows the server's field errors next to the fields; returns true when any concerned this form. */
export function showFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): boolean {
  const known = new Set(Object.keys(form.getValues()))
  const entries = Object.entries(fieldErrors(error)).filter(([field]) => known.has(field))
  for (const [index, [field, message]] of entries.entries()) {
    form.setError(field as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return entries.length > 0
}
