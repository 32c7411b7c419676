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

/** What Earshot is, how it works, what it costs, and the way in. */
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
        Hear who needs what you make.
      </h1>
      <p className="mx-auto mt-6 max-w-2xl text-balance text-lg text-muted sm:text-xl sm:leading-8">
        Every day people on Reddit ask for, compare, or give up on products like yours. Earshot finds them, and says why
        each one is a lead.
      </p>
      <div className="mx-auto mt-8 flex max-w-72 flex-col justify-center gap-3 sm:max-w-none sm:flex-row">
        <a href="/auth/signup" className={buttonClasses({ look: 'brand', size: 'large' })}>
          Start listening
        </a>
        <a href="#how" className={buttonClasses({ look: 'outline', size: 'large' })}>
          See how a lead is found
        </a>
      </div>
      <p className="mt-5 text-balance text-muted">Used by {users} of businesses, solo developers and agencies.</p>
      <Picture
        name="opportunities.webp"
        pictures={pictures}
        alt="A list of leads in Earshot. The best is open beside it, with its score in four parts and the words that earned it."
        fetchPriority="high"
        className="mt-14 h-auto w-full rounded-xl border border-line shadow-lift sm:rounded-2xl"
      />
    </div>
  )
}

const steps = [
  {
    title: 'Listen',
    text: 'New posts and comments are read where your buyers talk. You choose the communities, or let Earshot propose them from your website.',
  },
  {
    title: 'Find by meaning, not by keyword alone',
    text: 'A keyword alone misses many who describe the problem in their own words. So Earshot also listens for the phrases that go with what your product does.',
  },
  {
    title: 'Score in four parts',
    text: 'Fit, intent, freshness, engagement: each with its reasons, their points, and the words behind them. Advertising and surveys lose points.',
  },
  {
    title: 'Learn from your no',
    text: 'Reject a lead with a reason and similar ones move down. The lead says that it moved, and why.',
  },
]

function HowItWorks({ example }: { example: ScoredExample }) {
  return (
    <Section
      id="how"
      title="How a lead is found"
      intro="From everything that is said to the few posts that are worth an answer, in four steps that you can look into."
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
            The post is made up. The score is what Earshot gives it for a small CRM, none of whose keywords it contains.
          </p>
        </div>
      </div>
    </Section>
  )
}

const screens = [
  {
    picture: 'lead.webp',
    alt: 'The score of one lead: 4 parts with their points, and below each the reasons and the words they rest on.',
    title: 'No number without its reasons',
    text: 'Every point has a reason that you can check, and the words behind it are marked in the post. You can tell at a glance whether the score is right, and so can whoever answers for you.',
    points: ['Fit, intent, freshness and engagement, each apart', 'Nothing hidden in a model that nobody can question'],
  },
  {
    picture: 'keywords.webp',
    alt: 'The keywords of a project, each with its hits a day and how many became leads.',
    title: 'Keywords that answer for themselves',
    text: 'See how often each one is heard and how many of its hits become leads. What brings only noise stands out, and is paused with one press.',
    points: ['AND, OR, NOT, NEAR, quotes and fields', 'A preview of the last days before you save'],
  },
  {
    picture: 'setup.webp',
    alt: 'Setting up: the address of a website, and what was read from it, ready to be changed.',
    title: 'Set up from your website',
    text: 'Type an address. What you make, for whom, and how people speak of it is read from there; you change what is wrong, and the first leads come while you look.',
    points: [
      'Each proposal says where it comes from',
      'Communities with their size, and what their rules say of promotion',
    ],
  },
]

function Screens({ pictures }: { pictures: Pictures }) {
  return (
    <Section id="screens" title="You see what it heard, and why">
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
    title: 'Live, and open about it',
    text: 'New leads come to every open screen at once. How far listening is behind, and what it missed, is always shown.',
  },
  {
    icon: 'keyboard',
    title: 'Quick by keyboard',
    text: 'One key to mark as replied, reject or save, and each of them can be undone. Nobody asks whether you are sure.',
  },
  {
    icon: 'copy',
    title: 'One text, one lead',
    text: 'What somebody posts in five communities stands in your list once, with each of the places below it.',
  },
  {
    icon: 'archive',
    title: 'Years back, too',
    text: 'Bring in archives of Reddit and have them searched and scored by the same rules as what was posted today.',
  },
  {
    icon: 'people',
    title: 'For a team',
    text: 'Owners, admins, members, and clients who only read. What one decides, the others see at once, so that no one is answered twice.',
  },
  {
    icon: 'external',
    title: 'Yours to take along',
    text: 'Everything of a project can be exported or deleted for good, and read by programs through a documented API.',
  },
]

function Features() {
  return (
    <Section id="features" title="Made for people who answer">
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
            How communities' rules work, how to title a post, how to comment without a ban, and templates to copy. It
            works without Earshot too.
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
    <Section id="questions" title="Questions" narrow>
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

/** The last word: dark in both modes. */
function Begin() {
  return (
    <section className="mx-auto mt-24 max-w-6xl px-6 lg:mt-36" aria-labelledby="begin">
      <div className="relative isolate overflow-hidden rounded-3xl border border-gray-800 bg-gray-950 px-6 py-16 text-center text-white sm:py-24">
        <Waves className="-translate-1/2 absolute top-1/2 left-1/2 -z-10 w-[64rem] max-w-none text-orange-400/30" />
        <SectionTitle id="begin">See who is asking for it.</SectionTitle>
        <p className="mt-4 text-gray-300 text-lg">Type your website's address to begin.</p>
        <a href="/auth/signup" className={buttonClasses({ look: 'brand', size: 'large' }, 'mt-8')}>
          Start listening
        </a>
      </div>
    </section>
  )
}
