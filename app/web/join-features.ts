import type { Slots, WebFeature } from '#platform/web/feature.ts'

type Screens = NonNullable<WebFeature['screens']>

const slotNames = [
  'accountExport',
  'accountSecurity',
  'projectExport',
  'communities',
  'leadFollowUp',
  'personNotes',
  'cannedReplies',
  'messageAuthor',
  'publicReply',
  'communityFacts',
  'replyPanel',
  'postThread',
  'seo',
  'setupAlerts',
  'webhooks',
  'usage',
  'sourceHealth',
  'pushSources',
  'projectImport',
  'agency',
] as const satisfies readonly (keyof Slots)[]

/** Joins the screens of all features. Throws if two have the same path. */
export function joinScreens(features: readonly WebFeature[]): Screens {
  return joined(features, ({ screens }) => screens)
}

/** Joins the slots of all features. Throws if a slot is filled twice or not at all. */
export function joinSlots(features: readonly WebFeature[]): Slots {
  const slots = joined(features, ({ slots }) => slots)
  const empty = slotNames.filter((name) => slots[name] === undefined)
  if (!isFilled(slots)) throw new Error(`No feature fills the slot ${empty.join(', ')}`)
  return slots
}

function isFilled(slots: Partial<Slots>): slots is Slots {
  return slotNames.every((name) => slots[name] !== undefined)
}

function joined<Part extends object>(
  features: readonly WebFeature[],
  partOf: (feature: WebFeature) => Part | undefined,
): Part {
  const owners = new Map<string, string>()
  for (const feature of features) {
    for (const key of Object.keys(partOf(feature) ?? {})) {
      const other = owners.get(key)
      if (other !== undefined) throw new Error(`Both ${other} and ${feature.name} bring ${key}`)
      owners.set(key, feature.name)
    }
  }
  return Object.assign({}, ...features.map(partOf))
}
