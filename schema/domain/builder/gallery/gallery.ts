import { openDay } from './open-day.ts'
import { webinar } from './webinar.ts'
import { clubNews } from './club-news.ts'
import { workshop } from './workshop.ts'
import { newArrivals } from './new-arrivals.ts'
import { fundraising } from './fundraising.ts'
import { appointment } from './appointment.ts'
import { paymentReminder } from './payment-reminder.ts'
import { jobOpening } from './job-opening.ts'
import { greetings } from './greetings.ts'
import { announcement } from './announcement.ts'
import { eventInvitation } from './event-invitation.ts'
import { followUp } from './follow-up.ts'
import { newsletter } from './newsletter.ts'
import type { GalleryTemplate } from './gallery-parts.ts'
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
  openDay,
  webinar,
  clubNews,
  workshop,
  newArrivals,
  fundraising,
  appointment,
  paymentReminder,
  jobOpening,
  greetings,
]
