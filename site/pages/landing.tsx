import { buttonClasses } from '#platform/ui/button.tsx'
import { Icon, type IconName } from '#platform/ui/icon.tsx'
import type { Content } from '../content.ts'
import book from '../islands/exit-intent-book.svg?url'
import type { Pictures } from '../pictures.ts'
import { Comparison } from './comparison.tsx'
import { ExampleLead } from './example-lead.tsx'
import { Picture } from './picture.tsx'
import { Plans } from './plans.tsx'
import type { ScoredExample } from './scored-example.ts'
import { Section, SectionTitle } from './section.tsx'
import { Waves } from './waves.tsx'

/** The landing page: what Earshot is, how it works, what it costs, and the sign-up. */
export function Landing({
  settings,
  alternatives,
  pictures,
  example,
}: Pick<Content, 'settings' | 'alternatives'> & { pictures: Pictures; example: ScoredExample }) {
  return (
    <>
      <Hero users={settings.users} pictures={pictures} />
      <HowItWorks example={example} />
      <Screens pictures={pictures} />
      <Features />
      <Comparison alternatives={alternatives} />
      <Plans payment={settings.payment} />
      <FreeGuide />
      <Questions questions={settings.questions} />
      <Begin />
    </>
  )
}

function Hero({ users, pictures }: { users: string; pictures: Pictures }) {
  return (
    <div className="relative isolate mx-auto max-w-6xl px-6 pt-12 text-center lg:pt-20">
      <Waves className="-translate-1/2 absolute top-[22rem] left-1/2 -z-10 w-[72rem] max-w-none text-orange-500/30 dark:text-orange-400/20" />
      <h1 className="mx-auto max-w-3xl text-balance font-semibold text-[clamp(2.5rem,7vw,4.25rem)] leading-[1.04] tracking-[-0.035em]">
        Find people on Reddit who need your product.
      </h1>
      <p className="mx-auto mt-6 max-w-2xl text-balance text-lg text-muted sm:text-xl sm:leading-8">
        Every day, people on Reddit ask for, compare, and switch between products like yours. Earshot finds them and
        explains why each one is a lead.
      </p>
      <div className="mx-auto mt-8 flex max-w-72 flex-col justify-center gap-3 sm:max-w-none sm:flex-row">
        <a href="/auth/signup" className={buttonClasses({ look: 'brand', size: 'large' })}>
          Start listening
        </a>
        <a href="#how" className={buttonClasses({ look: 'outline', size: 'large' })}>
          See how it works
        </a>
      </div>
      <p className="mt-5 text-balance text-muted">Used by {users} of businesses, solo developers and agencies.</p>
      <Picture
        name="opportunities.webp"
        pictures={pictures}
        alt="A list of leads in Earshot. The best one is open, with its chance, its reasons, and the words behind them."
        fetchPriority="high"
        className="mt-14 h-auto w-full rounded-xl border border-line shadow-lift sm:rounded-2xl"
      />
    </div>
  )
}

const steps = [
  {
    title: 'Listen to communities',
    text: 'Earshot reads new posts and comments where your customers talk. Choose the communities yourself, or let Earshot suggest them from your website.',
  },
  {
    title: 'Look beyond keywords',
    text: 'Many people describe the problem in their own words. Earshot also looks for phrases that are related to your product, so it finds posts that contain none of your keywords.',
  },
  {
    title: 'Score as a chance',
    text: 'Fit and intent get points, with the reasons and the words behind them. Together they make a chance in percent, checked against thousands of judged posts. Ads and surveys lose points.',
  },
  {
    title: 'Judge the need',
    text: 'A small model that comes with Earshot reads the best new leads again. Posts that sound like a need for your product move up, and the rest move down.',
  },
]

function HowItWorks({ example }: { example: ScoredExample }) {
  return (
    <Section
      id="how"
      title="How Earshot finds leads"
      intro="From every new post to the few that deserve a reply, in four steps you can check."
    >
      <div className="mt-10 grid items-center gap-12 lg:mt-12 lg:grid-cols-2 lg:gap-16">
        <ol className="flex flex-col gap-7">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[2rem_1fr] gap-x-4">
              <span
                aria-hidden="true"
                className="tabular flex size-8 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-ink"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="font-semibold text-lg">{title}</h3>
                <p className="mt-1 text-pretty text-lg text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <div>
          <ExampleLead example={example} />
          <p className="mt-3 text-balance text-center text-faint text-sm">
            We made up this post, but the score is real: it's for a small CRM, and the post contains none of its
            keywords.
          </p>
        </div>
      </div>
    </Section>
  )
}

const screens = [
  {
    picture: 'lead.webp',
    alt: 'The chance of one lead: its parts with their points, each with its reasons and the words behind them.',
    title: 'Scores you can check',
    text: 'Every point has a reason, and the words behind it are highlighted in the post. You and your team can see at a glance whether the score is right.',
    points: ['A chance in percent that means what it says', 'No black box: every point is explained'],
  },
  {
    picture: 'keywords.webp',
    alt: 'The keywords of a project, each with its matches per day and the share that became leads.',
    title: 'Keywords with proof',
    text: 'See how many posts each keyword matches and how many of them become leads. Noisy keywords stand out, and you can pause them with one click.',
    points: ['AND, OR, NOT, NEAR, quotes, and fields', 'A preview on recent posts before you save'],
  },
  {
    picture: 'setup.webp',
    alt: 'The setup form: a website address, and a product description filled in from it.',
    title: 'Set up from your website',
    text: "Enter your website's address. Earshot fills in your product, its audience, and the words people use for it. Correct anything that's wrong, and your first leads arrive in minutes.",
    points: ['Every suggestion shows its source', 'Communities with their size and their rules on promotion'],
  },
]

function Screens({ pictures }: { pictures: Pictures }) {
  return (
    <Section id="screens" title="See every match, and why it matched">
      <ul className="mt-10 flex flex-col gap-16 lg:mt-14 lg:gap-24">
        {screens.map(({ picture, alt, title, text, points }) => (
          <li
            key={picture}
            className="group grid items-center gap-8 lg:grid-cols-[5fr_7fr] lg:gap-16 lg:even:grid-cols-[7fr_5fr]"
          >
            <div className="lg:group-even:order-last">
              <h3 className="text-balance font-semibold text-2xl leading-8 tracking-tight">{title}</h3>
              <p className="mt-3 text-pretty text-lg text-muted">{text}</p>
              <ul className="mt-5 flex flex-col gap-2.5">
                {points.map((point) => (
                  <li key={point} className="flex gap-2.5">
                    <Icon name="check" className="mt-1 text-accent-ink" />
                    {point}
                  </li>
                ))}
              </ul>
            </div>
            <div className="rounded-3xl bg-accent-soft p-3 sm:p-6 dark:bg-raised">
              <Picture
                name={picture}
                pictures={pictures}
                alt={alt}
                loading="lazy"
                decoding="async"
                className="h-auto w-full rounded-xl border border-line shadow-lift"
              />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const features: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'source',
    title: 'Live updates',
    text: "New leads appear on every open screen as they're found. If Earshot falls behind or misses something, it tells you.",
  },
  {
    icon: 'keyboard',
    title: 'Built for the keyboard',
    text: 'Mark a lead as replied, reject it, or save it with one key. You can undo each decision, so there are no confirmation dialogs.',
  },
  {
    icon: 'reply',
    title: 'Replies that fit the rules',
    text: "Suggested replies use facts that you entered. Each reply is checked against the community's rules before you post it.",
  },
  {
    icon: 'comment',
    title: 'Messages with consent',
    text: 'Private messages go only to people who asked for one. Answers, email, tasks, and stages are in one CRM.',
  },
  {
    icon: 'bell',
    title: 'Alerts at two speeds',
    text: 'Hot leads arrive at once by email, browser notification, or webhook, the rest in a digest. You set the quiet hours.',
  },
  {
    icon: 'chart',
    title: 'Insights you can share',
    text: 'See which communities, keywords, and replies work, with the quotes behind the numbers. Share a board by link or email.',
  },
  {
    icon: 'project',
    title: 'Ready for agencies',
    text: 'One subscription for all client projects, one overview, and reports in your own name and colors.',
  },
  {
    icon: 'copy',
    title: 'No duplicates',
    text: 'The same text posted in five communities is one lead, with links to all five posts.',
  },
  {
    icon: 'archive',
    title: 'Search years of history',
    text: "Import a Reddit archive. Earshot searches and scores it by the same rules as today's posts.",
  },
  {
    icon: 'people',
    title: 'Made for teams',
    text: 'Invite admins, members, and read-only clients. Everyone sees each decision immediately, so nobody replies to the same post twice.',
  },
  {
    icon: 'passkey',
    title: 'Secure sign-in',
    text: "Use a passkey, a second factor, or your company's OpenID provider. You can see every session and end it.",
  },
  {
    icon: 'external',
    title: 'Your data is portable',
    text: 'Export or permanently delete everything in a project, or read it through a documented API.',
  },
]

function Features() {
  return (
    <Section id="features" title="Built for people who reply">
      <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-3">
        {features.map(({ icon, title, text }) => (
          <li key={title} className="max-sm:flex max-sm:gap-4">
            <span className="flex size-10 shrink-0 items-center justify-center rounded-xl bg-accent-soft text-accent-ink">
              <Icon name={icon} className="size-5" />
            </span>
            <div>
              <h3 className="font-semibold text-lg sm:mt-4">{title}</h3>
              <p className="mt-1 text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function FreeGuide() {
  return (
    <section className="mx-auto mt-24 max-w-6xl px-6 lg:mt-36" aria-labelledby="guide">
      <div className="grid items-center gap-x-16 gap-y-8 overflow-hidden rounded-3xl bg-accent-soft p-8 sm:p-12 md:grid-cols-[1fr_auto]">
        <div className="max-w-xl">
          <SectionTitle id="guide">The free Reddit marketing guide</SectionTitle>
          <p className="mt-4 text-pretty text-lg text-muted">
            How community rules work, how to write titles, how to comment without getting banned, and templates to copy.
            No Earshot account needed.
          </p>
          <a href="/reddit-marketing-guide" className={buttonClasses({ look: 'primary', size: 'large' }, 'mt-8')}>
            Read the guide
          </a>
        </div>
        <img
          src={book}
          width="160"
          height="208"
          alt="A book with an ear on its cover"
          loading="lazy"
          className="h-auto w-28 rotate-3 max-md:order-first md:-my-4 md:w-44 lg:mr-12"
        />
      </div>
    </section>
  )
}

function Questions({ questions }: Pick<Content['settings'], 'questions'>) {
  return (
    <Section id="questions" title="Frequently asked questions" narrow>
      <div className="mt-8 border-line border-b">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-line border-t">
            <summary className="flex items-center justify-between gap-4 rounded-md py-5 font-semibold text-lg">
              {question}
              <span
                className="icon-[lucide--plus] size-5 shrink-0 text-faint group-open:icon-[lucide--minus]"
                aria-hidden="true"
              />
            </summary>
            <p className="pb-6 text-pretty text-lg text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}

/** The closing call to action, dark in both modes. */
function Begin() {
  return (
    <section className="mx-auto mt-24 max-w-6xl px-6 lg:mt-36" aria-labelledby="begin">
      <div className="relative isolate overflow-hidden rounded-3xl border border-gray-800 bg-gray-950 px-6 py-16 text-center text-white sm:py-24">
        <Waves className="-translate-1/2 absolute top-1/2 left-1/2 -z-10 w-[64rem] max-w-none text-orange-400/30" />
        <SectionTitle id="begin">See who's asking for a product like yours.</SectionTitle>
        <p className="mt-4 text-gray-300 text-lg">All you need is your website's address.</p>
        <a href="/auth/signup" className={buttonClasses({ look: 'brand', size: 'large' }, 'mt-8')}>
          Start listening
        </a>
      </div>
    </section>
  )
}
