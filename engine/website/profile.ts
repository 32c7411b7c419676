import { z } from 'zod'

/**
 * Which part of a website a proposal comes from; `category` is what others in the field are called, not on any page, and
 * `model` is what a chat model has put into words out of a page.
 */
const origins = [
  'siteName',
  'structuredData',
  'title',
  'description',
  'heading',
  'text',
  'list',
  'quote',
  'keywords',
  'navigation',
  'link',
  'address',
  'noscript',
  'category',
  'community',
  'model',
] as const
export type Origin = (typeof origins)[number]

/** Something that a website says about its product, and where it says so. */
export const Proposal = z.object({
  text: z.string(),
  origin: z.enum(origins),
  /** Path of the page that says it, such as `/pricing`; null for what no page says. */
  page: z.string().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

/** What a website tells of a product: proposals for a project, the likeliest first, for its owner to correct. */
export const WebsiteProfile = z.object({
  /** The address that was read in the end. */
  website: z.string(),
  name: Proposal.nullable(),
  /** One or two sentences. */
  summary: Proposal.nullable(),
  audience: z.array(Proposal),
  pains: z.array(Proposal),
  /** What people write when they need such a product. */
  keywords: z.array(Proposal),
  competitors: z.array(Proposal),
  /** Names without `r/`. */
  communities: z.array(Proposal),
  /** BCP 47, as the page gives it; null where it does not. */
  language: z.string().nullable(),
  /** How much text there was: `little` is that of pages that only a browser fills. */
  read: z.enum(['enough', 'little', 'nothing']),
  /** Paths of the pages that were read. */
  pages: z.array(z.string()),
  /** By rules from the pages alone, or bettered by the chat model that is configured. */
  madeBy: z.enum(['page', 'model']),
})
export type WebsiteProfile = z.infer<typeof WebsiteProfile>
