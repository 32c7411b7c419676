import { buttonClasses } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Wordmark } from '../ui/signal.tsx'
import { ExampleLead } from './example-lead.tsx'

/** What Earshot is, in a few lines, and the way in. */
export function Landing() {
  return (
    <div className="flex min-h-dvh flex-col overflow-clip">
      <header className="mx-auto flex h-20 w-full max-w-6xl items-center justify-between gap-4 px-6">
        <a href="/" className="flex rounded-md text-xl">
          <Wordmark />
        </a>
        <nav aria-label="Account" className="flex items-center gap-1 max-sm:-mr-3">
          <a href="/auth/login" className={buttonClasses({ look: 'ghost' })}>
            Log in
          </a>
          <a href="/auth/signup" className={buttonClasses({ look: 'outline' }, 'max-sm:hidden')}>
            Sign up
          </a>
        </nav>
      </header>
      <main className="mx-auto w-full max-w-6xl flex-1 px-6">
        <div className="grid items-center gap-x-16 gap-y-16 pt-12 pb-24 lg:grid-cols-[1fr_1.05fr] lg:pt-20">
          <div>
            <h1 className="text-balance font-semibold text-[clamp(2.5rem,7vw,4rem)] leading-[1.04] tracking-[-0.035em]">
              Hear who needs what you make.
            </h1>
            <p className="mt-6 max-w-md text-pretty text-lg text-muted sm:text-xl sm:leading-8">
              Every day people on Reddit ask for, compare, or give up on products like yours. Earshot finds them, and
              says why each one is a lead.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-3">
              <a href="/auth/signup" className={buttonClasses({ look: 'brand', size: 'large' })}>
                Start listening
              </a>
              <a href="/auth/login" className={buttonClasses({ look: 'ghost', size: 'large' })}>
                Log in
              </a>
            </div>
          </div>
          <div className="relative">
            <Waves className="-translate-1/2 absolute top-1/2 left-1/2 -z-10 w-[64rem] max-w-none text-orange-500/30 dark:text-orange-400/20" />
            <ExampleLead />
          </div>
        </div>
        <ol className="grid gap-x-16 gap-y-10 border-line border-t py-16 sm:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <p aria-hidden="true" className="tabular font-medium text-accent-ink text-sm">
                {index + 1}
              </p>
              <h2 className="mt-2 font-semibold text-lg">{title}</h2>
              <p className="mt-1 max-w-80 text-pretty text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </main>
    </div>
  )
}

const steps = [
  { title: 'Say what you make', text: 'A few sentences, the words people use, the products they leave.' },
  {
    title: 'Read the best first',
    text: 'Each lead is scored in four parts. The words that earned the points are marked.',
  },
  {
    title: 'Answer, or say no',
    text: 'Reply on Reddit, save for later, or reject with a reason. All of it by keyboard.',
  },
]

/** Sound spreading from one point; fades out to all sides. */
function Waves({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 800 800"
      fill="none"
      stroke="currentColor"
      strokeWidth="1"
      aria-hidden="true"
      className={classes('[mask-image:radial-gradient(closest-side,black_45%,transparent)]', className)}
    >
      {[210, 248, 286, 324, 362, 400].map((radius) => (
        <circle key={radius} cx="400" cy="400" r={radius} />
      ))}
    </svg>
  )
}
