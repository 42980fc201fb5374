import { useMutation } from '@apollo/client/react'
import { useNavigate } from 'react-router'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { errorMessage } from '#web/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Mail } from '#web/ui/generated/icons.ts'
import { toast } from '#web/ui/toast-store.ts'
import { CREATE_SHEET_DRAFT } from './operations.ts'

interface WriteAboutSheetProps {
  sheet: { id: string; rowCount: number; personCount: number }
  fileName: string
  /** secondary where several stand on one screen */
  variant?: 'primary' | 'secondary'
}

/** Begins a campaign about the rows of a sheet: a draft to its people, opened beside the sheet. */
export function WriteAboutSheet({ sheet, fileName, variant = 'primary' }: WriteAboutSheetProps) {
  const navigate = useNavigate()
  const [create, { loading }] = useMutation(CREATE_SHEET_DRAFT)

  async function begin() {
    const name = fileName.replace(/\.\w{1,5}$/, '').slice(0, TEXT_LIMITS.campaignName) || 'New campaign'
    try {
      const { data } = await create({ variables: { input: { name, sheetId: sheet.id } } })
      await navigate(`/compose?draft=${data?.createCampaign?.campaign?.id ?? ''}`)
    } catch (error) {
      toast({ title: 'Campaign not created', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <Button size="sm" variant={variant} icon={Mail} busy={loading} onClick={() => void begin()}>
      Write to these people
    </Button>
  )
}
