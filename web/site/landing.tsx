import { buttonClasses } from '../ui/button.tsx'
import { Comparison } from './comparison.tsx'
import type { Content } from './content.ts'
import { ExampleLead } from './example-lead.tsx'
import { type Pictures, pictureOf } from './pictures.ts'
import { Plans } from './plans.tsx'
import { Waves } from './waves.tsx'

/** What Earshot is, how it works, what it costs, and the way in. */
export function Landing({ settings, pictures }: { settings: Content['settings']; pictures: Pictures }) {
  return (
    <>
      <Hero users={settings.users} pictures={pictures} />
      <HowItWorks />
      <Screens pictures={pictures} />
      <Comparison />
      <Plans />
      <FreeGuide />
      <Questions questions={settings.questions} />
      <section className="mx-auto mt-32 max-w-6xl px-6 text-center" aria-labelledby="begin">
        <h2 id="begin" className={sectionTitle}>
          Somebody is asking for it right now.
        </h2>
        <p className="mt-4 text-lg text-muted">Type your website's address and see who.</p>
        <a href="/auth/signup" className={buttonClasses({ look: 'brand', size: 'large' }, 'mt-8')}>
          Start listening
        </a>
      </section>
    </>
  )
}

const sectionTitle = 'text-balance font-semibold text-[clamp(1.75rem,4vw,2.5rem)] leading-[1.12] tracking-[-0.025em]'

function Hero({ users, pictures }: { users: string; pictures: Pictures }) {
  const wide = pictureOf(pictures, 'opportunities.webp')
  const narrow = pictureOf(pictures, 'opportunities-narrow.webp')
  return (
    <div className="relative isolate mx-auto max-w-6xl px-6 pt-12 text-center lg:pt-20">
      <Waves className="-translate-1/2 absolute top-[22rem] left-1/2 -z-10 w-[72rem] max-w-none text-orange-500/30 dark:text-orange-400/20" />
      <h1 className="mx-auto max-w-3xl text-balance font-semibold text-[clamp(2.5rem,7vw,4.25rem)] leading-[1.04] tracking-[-0.035em]">
        Hear who needs what you make.
      </h1>
      <p className="mx-auto mt-6 max-w-xl text-pretty text-lg text-muted sm:text-xl sm:leading-8">
        Every day people on Reddit ask for, compare, or give up on products like yours. Earshot finds them, and says why
        each one is a lead.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <a href="/auth/signup" className={buttonClasses({ look: 'brand', size: 'large' })}>
          Start listening
        </a>
        <a href="#how" className={buttonClasses({ look: 'outline', size: 'large' })}>
          See how a lead is found
        </a>
      </div>
      <p className="mt-5 text-muted">Used by {users} of businesses, solo developers and agencies.</p>
      <picture>
        <source media="(width < 40rem)" srcSet={narrow.url} width={narrow.width} height={narrow.height} />
        <img
          src={wide.url}
          width={wide.width}
          height={wide.height}
          alt="A list of leads in Earshot. The best is open beside it, with its score in four parts and the words that earned it."
          fetchPriority="high"
          className="mt-14 h-auto w-full rounded-xl border border-line shadow-lift sm:rounded-2xl"
        />
      </picture>
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
    text: 'Fit, intent, freshness, engagement: each with its points and the words that earned them. Advertising and surveys lose points.',
  },
  {
    title: 'Learn from your no',
    text: 'Reject a lead with a reason and similar ones move down. The lead says that it moved, and why.',
  },
]

function HowItWorks() {
  return (
    <section id="how" className="mx-auto mt-32 max-w-6xl scroll-mt-8 px-6" aria-labelledby="how-title">
      <div className="grid items-center gap-16 lg:grid-cols-2">
        <div>
          <h2 id="how-title" className={sectionTitle}>
            How a lead is found
          </h2>
          <ol className="mt-8 flex flex-col gap-7">
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
        </div>
        <div>
          <ExampleLead />
          <p className="mt-3 text-center text-faint text-sm">An example. The person and the post are made up.</p>
        </div>
      </div>
    </section>
  )
}

const screens = [
  {
    picture: 'lead.webp',
    alt: 'The score of one lead: 4 parts with their points, and below each the reasons and the words they rest on.',
    title: 'No number without its reasons',
    text: 'Every point names the words that earned it, marked in the post. You can tell at a glance whether the score is right.',
  },
  {
    picture: 'keywords.webp',
    alt: 'The keywords of a project, each with its hits a day and how many became leads.',
    title: 'Keywords that answer for themselves',
    text: 'See how often each one is heard and how many of its hits become leads. Combine them with AND, OR, NOT, NEAR and quotes.',
  },
  {
    picture: 'setup.webp',
    alt: 'Setting up: the address of a website, and what was read from it, ready to be changed.',
    title: 'Set up from your website',
    text: 'Type an address. What you make, for whom, and how people speak of it is read from there; you change what is wrong.',
  },
]

function Screens({ pictures }: { pictures: Pictures }) {
  return (
    <section className="mx-auto mt-32 max-w-6xl px-6" aria-labelledby="screens">
      <h2 id="screens" className={sectionTitle}>
        You see what it heard, and why
      </h2>
      <ul className="mt-10 grid gap-6 lg:grid-cols-3">
        {screens.map(({ picture, alt, title, text }) => {
          const { url, width, height } = pictureOf(pictures, picture)
          return (
            <li key={picture} className="flex flex-col overflow-hidden rounded-2xl border border-line bg-raised">
              <img
                src={url}
                width={width}
                height={height}
                alt={alt}
                loading="lazy"
                decoding="async"
                className="h-auto w-full border-line border-b"
              />
              <div className="p-6">
                <h3 className="font-semibold text-lg">{title}</h3>
                <p className="mt-1 text-pretty text-muted">{text}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function FreeGuide() {
  return (
    <section className="mx-auto mt-32 max-w-6xl px-6" aria-labelledby="guide">
      <div className="flex flex-wrap items-center justify-between gap-8 rounded-3xl bg-accent-soft p-8 sm:p-12">
        <div className="max-w-xl">
          <h2 id="guide" className={sectionTitle}>
            The free Reddit marketing guide
          </h2>
          <p className="mt-4 text-pretty text-lg text-muted">
            How communities' rules work, how to title a post, how to comment without a ban, and templates to copy. It
            works without Earshot too.
          </p>
        </div>
        <a href="/reddit-marketing-guide" className={buttonClasses({ look: 'primary', size: 'large' })}>
          Read the guide
        </a>
      </div>
    </section>
  )
}

function Questions({ questions }: Pick<Content['settings'], 'questions'>) {
  return (
    <section id="questions" className="mx-auto mt-32 max-w-3xl scroll-mt-8 px-6" aria-labelledby="questions-title">
      <h2 id="questions-title" className={sectionTitle}>
        Questions
      </h2>
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
    </section>
  )
}
