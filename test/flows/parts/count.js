output.count = WORDS.split(" ").length;
console.log(output.count, "words");
