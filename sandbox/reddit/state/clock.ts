/** The pace of the sandbox's time: a pair of matching instants, real and simulated, and the speed from there. */
export interface Pace {
  realAt: number
  at: number
  /** 0 pauses. */
  speed: number
}

/** The sandbox's time (ms). It follows real time until it is sped up, paused or moved ahead. */
export class Clock {
  /** Real time, for tokens and limits, because clients live in it. */
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

  /** Returns a pace that starts now. */
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
