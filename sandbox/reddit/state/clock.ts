/** How the sandbox's time runs: from an instant of it that belongs to one of the real time, so many times as fast. */
export interface Pace {
  realAt: number
  at: number
  /** 0 is a pause. */
  speed: number
}

/** The time in the sandbox (ms): the real one until it is told to run faster, to stop or to jump ahead. */
export class Clock {
  /** The real time, which tokens and limits go by: whoever asks lives in it. */
  readonly real: () => number
  #pace: Pace

  constructor(real: () => number) {
    this.real = real
    this.#pace = realPace(real())
  }

  now(): number {
    const { realAt, at, speed } = this.#pace
    return Math.floor(at + (this.real() - realAt) * speed)
  }

  get speed(): number {
    return this.#pace.speed
  }

  /** From now on. */
  paceOf({ speed, ahead }: { speed: number; ahead: number }): Pace {
    return { realAt: this.real(), at: this.now() + ahead, speed }
  }

  set(pace: Pace | null): void {
    this.#pace = pace ?? realPace(this.real())
  }
}

function realPace(now: number): Pace {
  return { realAt: now, at: now, speed: 1 }
}
