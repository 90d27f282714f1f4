export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The GPS of an emulator: the location from its console reaches the system only while an app requests the location. */
export class Gps {
  readonly #listeners = new Set<string>();
  #place: Place | null = null;
  #lastFix: Place | null = null;

  /** The last location that the system got; null before the first fix. */
  get lastFix(): Place | null {
    return this.#lastFix;
  }

  /** The packages that request the location. */
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
