import { useMutation } from '@apollo/client/react'
import { Trash2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { countText } from '#domain/audit.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { ApiKeyFieldsFragment, ApiKeysQuery } from '#web/generated/graphql.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Cell, HeaderCell, Row, RowActions, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANNOT_BE_UNDONE } from '#web/shared/common-texts.ts'
import { DELETE_SERVICE_ACCOUNT } from './operations.ts'

type Account = ApiKeysQuery['serviceAccounts'][number]

/** The workspace's service accounts, and how many keys each has. */
export function ServiceAccounts({
  accounts,
  keys,
}: {
  accounts: readonly Account[]
  keys: readonly ApiKeyFieldsFragment[]
}) {
  const [leaving, setLeaving] = useState<Account | null>(null)
  const remove = useDelete()
  const keysOf = ({ id }: Account) => keys.filter(({ serviceAccount }) => serviceAccount?.id === id)
  const count = (account: Account) => countText(keysOf(account).length, 'key', 'keys')
  return (
    <Card
      flush
      title="Service Accounts"
      description="Service accounts belong to the workspace, so their API keys keep working when people leave."
    >
      <div className="border-t border-line">
        <Table label="Service accounts">
          <thead>
            <tr>
              <HeaderCell>Name</HeaderCell>
              <HeaderCell>API keys</HeaderCell>
              <HeaderCell className="max-sm:hidden">Created</HeaderCell>
              <HeaderCell>
                <span className="sr-only">Actions</span>
              </HeaderCell>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <Row key={account.id}>
                <Cell className="font-strong">{account.name}</Cell>
                <Cell>{count(account)}</Cell>
                <Cell className="max-sm:hidden">
                  <Time at={account.createdAt} show="day" />
                </Cell>
                <Cell className="w-px">
                  <RowActions>
                    <IconButton
                      icon={Trash2}
                      label={`Delete ${account.name}`}
                      size="sm"
                      onClick={() => setLeaving(account)}
                    />
                  </RowActions>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Delete “${leaving?.name ?? ''}”?`}
        description={`${leaving ? deletionText(keysOf(leaving).length) : ''} What it created stays. ${CANNOT_BE_UNDONE}`}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={() => (leaving ? remove(leaving) : undefined)}
      />
    </Card>
  )
}

const deletionText = (keys: number) =>
  keys === 0
    ? 'It has no keys.'
    : `${countText(keys, 'key is', 'keys are')} revoked, and programs that use them lose access immediately.`

function useDelete() {
  const [mutate] = useMutation(DELETE_SERVICE_ACCOUNT, { refetchQueries: ['ApiKeys'], awaitRefetchQueries: true })
  return async ({ id, name }: Account) => {
    try {
      await mutate({ variables: { id } })
      toast({ title: 'Service account deleted', description: `“${name}” and its keys no longer have access.` })
    } catch (failure) {
      const description = failureText('The service account was not deleted', failure)
      toast({ title: 'Delete Failed', description, variant: 'destructive' })
    }
  }
}
