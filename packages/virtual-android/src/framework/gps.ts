export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The GPS of an emulator: the place that its console set reaches the system while something asks for it. */
export class Gps {
  readonly #listeners = new Set<string>();
  #place: Place | null = null;
  #lastFix: Place | null = null;

  /** What the system heard last; null before the first fix. */
  get lastFix(): Place | null {
    return this.#lastFix;
  }

  /** The packages that ask for the place. */
  get listeners(): readonly string[] {
    return [...this.#listeners];
  }

  put(place: Place): void {
    this.#place = place;
    this.#deliver();
  }

  /** LocationManager.requestLocationUpdates. */
  listen(packageName: string): void {
    this.#listeners.add(packageName);
    this.#deliver();
  }

  /** LocationManager.removeUpdates. */
  stop(packageName: string): void {
    this.#listeners.delete(packageName);
  }

  #deliver(): void {
    if (this.#listeners.size > 0 && this.#place) this.#lastFix = this.#place;
  }
}
