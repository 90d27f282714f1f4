import { CITIES, COLORS, COUNTRIES, PLAIN_WORDS, SYLLABLES } from "./random-words.js";

/**
 * The object `faker` of scripts, in JavaScript, which runs inside the sandbox. It has the most used providers and
 * methods, with the names of Maestro's library. Any other name throws an error with a sentence.
 */
export const FAKER = `(() => {
  const words = ${JSON.stringify({ CITIES, COLORS, COUNTRIES, PLAIN_WORDS, SYLLABLES })};
  const below = (most) => Math.floor(Math.random() * most);
  const one = (list) => list[below(list.length)];
  const times = (count, make) => Array.from({ length: count }, make);
  const digits = (count) => times(Number(count), () => below(10)).join("");
  const title = (word) => word[0].toUpperCase() + word.slice(1);
  const name = () => title(times(3, () => one(words.SYLLABLES)).join(""));
  const letters = (count) => times(Number(count), () => one("abcdefghijklmnopqrstuvwxyz")).join("");
  const sentence = (count = 5) => title(times(Number(count), () => one(words.PLAIN_WORDS)).join(" ")) + ".";
  const number = {
    digit: () => digits(1),
    digits,
    randomDigit: () => below(10),
    randomDigitNotZero: () => 1 + below(9),
    numberBetween: (least, most) => Number(least) + below(Number(most) - Number(least)),
    randomNumber: (count = 9) => below(10 ** Number(count)),
    positive: () => 1 + below(1e9),
    randomDouble: (places, least, most) => Number((least + Math.random() * (most - least)).toFixed(places)),
  };
  const person = {
    firstName: name,
    lastName: name,
    name: () => name() + " " + name(),
    fullName: () => name() + " " + name(),
    nameWithMiddle: () => name() + " " + name() + " " + name(),
    username: () => name().toLowerCase() + "." + name().toLowerCase(),
    prefix: () => one(["Mr.", "Mrs.", "Ms.", "Dr."]),
    title: () => one(["Engineer", "Manager", "Analyst", "Designer"]),
  };
  const phone = { phoneNumber: () => "555-01" + digits(2), cellPhone: () => "555-01" + digits(2) };
  const providers = {
    name: person,
    number,
    internet: {
      emailAddress: () => name().toLowerCase() + digits(4) + "@example.com",
      safeEmailAddress: () => name().toLowerCase() + digits(4) + "@example.com",
      username: person.username,
      password: () => letters(8) + digits(4),
      url: () => "www." + name().toLowerCase() + ".example",
      domainName: () => name().toLowerCase() + ".example",
      uuid: () => [8, 4, 4, 4, 12].map((count) => times(count, () => below(16).toString(16)).join("")).join("-"),
      ipV4Address: () => "192.0.2." + below(256),
    },
    lorem: {
      word: () => one(words.PLAIN_WORDS),
      words: (count = 3) => times(Number(count), () => one(words.PLAIN_WORDS)),
      sentence,
      sentences: (count) => times(Number(count), () => sentence()),
      paragraph: () => times(3, () => sentence()).join(" "),
      characters: (count = 255) => letters(count),
    },
    text: { text: (count = 20) => letters(count) },
    address: {
      city: () => one(words.CITIES),
      cityName: () => one(words.CITIES),
      country: () => one(words.COUNTRIES),
      state: () => one(words.CITIES),
      streetName: () => name() + " Street",
      streetAddress: () => 1 + below(999) + " " + name() + " Street",
      fullAddress: () => 1 + below(999) + " " + name() + " Street, " + one(words.CITIES) + ", " + digits(5),
      zipCode: () => digits(5),
      latitude: () => (Math.random() * 180 - 90).toFixed(6),
      longitude: () => (Math.random() * 360 - 180).toFixed(6),
    },
    phoneNumber: phone,
    company: { name: () => name() + " Inc", industry: () => one(["Farming", "Shipping", "Software"]) },
    color: { name: () => one(words.COLORS), hex: () => "#" + times(6, () => below(16).toString(16)).join("") },
    bool: { bool: () => Math.random() < 0.5 },
    commerce: { productName: () => title(one(words.COLORS)) + " " + one(["Lamp", "Chair", "Bag"]), price: () => below(100) + ".99" },
  };
  const only = (members, path) =>
    new Proxy(members, {
      get(from, key) {
        if (typeof key === "symbol" || key === "then" || key === "toJSON") return undefined;
        if (Object.hasOwn(from, key)) return from[key];
        throw new Error(path + "." + key + " is not supported; there are " + Object.keys(from).join(", "));
      },
    });
  const made = {};
  for (const key of Object.keys(providers)) {
    const provider = only(providers[key], "faker." + key + "()");
    made[key] = () => provider;
  }
  globalThis.faker = only(made, "faker");
})()`;
