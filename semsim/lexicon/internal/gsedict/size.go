package gsedict

// MinFreq excludes the 200,000 rarest of gse's 350,000 words, mostly names
// counted two or three times. They take most of the memory while gse loads (215
// MB at its peak; 98 MB without, and 79 MB since nothing is cut into sub-words), and often put a boundary in the wrong place:
// 出台 风中 in 判定出台风中心.
const MinFreq = 4
