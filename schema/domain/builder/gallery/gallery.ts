import { announcement } from './announcement.ts'
import { eventInvitation } from './event-invitation.ts'
import { followUp } from './follow-up.ts'
import { newsletter } from './newsletter.ts'
import type { GalleryTemplate } from './parts.ts'
import { productLaunch } from './product-launch.ts'
import { receipt } from './receipt.ts'
import { sale } from './sale.ts'
import { survey } from './survey.ts'
import { weMissYou } from './we-miss-you.ts'
import { welcome } from './welcome.ts'

/** The built-in templates, in display order. */
export const GALLERY: readonly GalleryTemplate[] = [
  newsletter,
  welcome,
  productLaunch,
  eventInvitation,
  sale,
  followUp,
  announcement,
  survey,
  receipt,
  weMissYou,
]
