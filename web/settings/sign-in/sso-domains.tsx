import { useMutation } from '@apollo/client/react'
import { CircleCheck, Clock } from '#web/ui/generated/icons.ts'
import { useState, type FormEvent } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import type { SingleSignOnFieldsFragment } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { ADD_SSO_DOMAIN, REMOVE_SSO_DOMAIN, VERIFY_SSO_DOMAIN } from './operations.ts'

type Domain = SingleSignOnFieldsFragment['domains'][number]

/** Lists the domains whose users sign in through the identity provider, with the DNS record that proves each. */
export function SsoDomains({ domains }: { domains: readonly Domain[] }) {
  const [add, { loading }] = useMutation(ADD_SSO_DOMAIN)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    try {
      await add({ variables: { domain: name } })
      setName('')
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  return (
    <Card title="Domains" description="Add a DNS TXT record to prove that you own a domain.">
      <ul className="grid gap-5">
        {domains.map((domain) => (
          <DomainRow key={domain.domain} domain={domain} />
        ))}
      </ul>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-5 grid gap-4 first:mt-0">
        <Field label="Add a domain" error={problem}>
          <Input
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setProblem(undefined)
            }}
            placeholder="example.com"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" busy={loading} className="justify-self-start">
          Add
        </Button>
      </form>
    </Card>
  )
}

function DomainRow({ domain: { domain, record, verifiedAt } }: { domain: Domain }) {
  const [verify, verifying] = useMutation(VERIFY_SSO_DOMAIN)
  const [remove, removing] = useMutation(REMOVE_SSO_DOMAIN)
  async function act(work: () => Promise<unknown>, title: string) {
    try {
      await work()
    } catch (error) {
      toast({ title, description: errorMessage(error), variant: 'destructive' })
    }
  }
  const variables = { domain }
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-strong wrap-anywhere">{domain}</span>
        {verifiedAt ? <Badge icon={CircleCheck}>Verified</Badge> : <Badge icon={Clock}>Not verified yet</Badge>}
      </div>
      {!verifiedAt && (
        <Field label={`TXT record of ${domain}`}>
          <Input value={record} readOnly />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {!verifiedAt && (
          <Button
            size="sm"
            busy={verifying.loading}
            onClick={() => void act(() => verify({ variables }), `${domain} is not verified`)}
          >
            Verify
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          busy={removing.loading}
          onClick={() => void act(() => remove({ variables }), `${domain} was not removed`)}
        >
          Remove {domain}
        </Button>
      </div>
    </li>
  )
}
