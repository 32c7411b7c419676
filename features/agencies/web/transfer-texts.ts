import { agencyPlans } from '#engine/subscription/plans.ts'
import type { TransferPreview } from '../contract.ts'
import { planName } from './clients/labels.ts'

/** Returns what a transfer changes, in sentences. */
export function transferTexts(preview: TransferPreview): { text: string; isWarning: boolean }[] {
  const { isAgencyProject, granted, plan, brand, nextBrand, holdsSubscription } = preview
  const plain = (text: string) => ({ text, isWarning: false })
  const warning = (text: string) => ({ text, isWarning: true })
  const blocked = holdsSubscription
    ? [
        warning(
          'Your Agency subscription was bought for this project. Cancel it first: otherwise the new owner could change it.',
        ),
      ]
    : []
  if (!isAgencyProject) return blocked
  const known = agencyPlans.find((each) => each === plan)
  const access = granted
    ? plain(
        known
          ? `Their Agency subscription pays for this project from now on, with the limits of ${planName(known)}.`
          : 'It stays a client project, with all features included.',
      )
    : warning('They have no Agency subscription, so this project has no plan until they choose one.')
  return [...blocked, access, ...brandTexts(brand, nextBrand).map(plain)]
}

function brandTexts(brand: string | null, nextBrand: string | null): string[] {
  if (brand === nextBrand) return []
  if (nextBrand === null) return [`Reports no longer show the brand of ${brand}.`]
  return [`Reports show the brand of ${nextBrand}${brand === null ? '' : ` instead of ${brand}`}.`]
}
