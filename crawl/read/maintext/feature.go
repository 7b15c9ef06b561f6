package maintext

// The features of a block, in the order of a row. A model names them by their place.
const (
	fSigProse       = iota // prose of the blocks with the same signature, of all prose
	fSigShare              // their words, of all words
	fSigCount              // how many they are
	fSigWords              // their mean length
	fSigLinked             // their words in links
	fHalf                  // in the deepest node with half of the prose
	fMost                  // in that with four fifths
	fTop                   // in the node to which most prose belongs
	fTopDepth              // how far below it
	fNameSum               // what the names on the path say of main text
	fNameMin               //
	fNameMax               //
	fNameNear              // the nearest that says anything
	fNameDist              //
	fWordSum               // what the words of a short block say
	fWordMin               //
	fWordMax               //
	fHeadSum               // what the words of the heading above say
	fHeadMin               //
	fDup                   // equal texts
	fDupBefore             // those before it
	fNav                   // elements around it
	fHeader                //
	fFooter                //
	fAside                 //
	fMain                  //
	fArticle               //
	fForm                  //
	fTable                 //
	fList                  //
	fFigure                //
	fTag                   // class of its element
	fHeadlineWords         // words since the headline
	fHeadlineDist          // blocks since the headline
	fHeadingDist           // blocks since the last heading
	fHeadingLevel          //
	fPlace                 // words before it, of all
	fWordsBefore           //
	fProseBefore           //
	fWordsAfter            //
	fIndex                 //
	fWords                 // of itself
	fLinked                //
	fLinks                 //
	fSentences             //
	fSentenceWords         //
	fEnd                   // its last character
	fMarks                 // characters that are no letters
	fWordLength            //
	fDigits                //
	fAlt                   //
	fTitle                 // its words that stand in the title
	fPrevWords             // its neighbours
	fPrevLinked            //
	fPrevProse             //
	fPrevTag               //
	fNextWords             //
	fNextLinked            //
	fNextProse             //
	fNextTag               //
	fNext2Words            //
	fNext2Linked           //
	fNearLinked            // within four blocks
	fNearProse             //
	fWideLinked            // within twelve
	fWideProse             //
	fToHalf                // steps up to a node with half of the prose
	fDepth                 //
	fOwnProse              // prose of its node, of all
	fParentLinked          //
	fParentProse           //
	fGrandLinked           //
	fGrandProse            //
	fGrandShare            //
	fGrand2Linked          //
	fGrand2Prose           //
	fGrand2Mean            //
	fRepeat                // the most that a node of the path repeats among its siblings
	fRepeatOwn             //
	fPageWords             // of the page
	fPageProse             //
	fPageLinked            //
	fPageBlocks            //
	fPageLinks             //
	fPageH1                //
	fPageArticles          //
	fPageMain              //
	fPageParagraphs        //
	fPageItems             //
	fKind                  // log probabilities of the kinds, six
	numFeatures     = fKind + numKinds
)

// row holds the features of a block.
type row [numFeatures]float32

// featureNames are for whoever trains and shows a model.
var featureNames = [...]string{
	"sig prose", "sig share", "sig count", "sig words", "sig linked", "half", "most", "top", "top depth",
	"name sum", "name min", "name max", "name near", "name dist", "word sum", "word min", "word max", "head sum", "head min",
	"dup", "dup before", "nav", "header", "footer", "aside", "main", "article", "form", "table", "list", "figure", "tag",
	"headline words", "headline dist", "heading dist", "heading level", "place", "words before", "prose before", "words after", "index",
	"words", "linked", "links", "sentences", "sentence words", "end", "marks", "word length", "digits", "alt", "title",
	"prev words", "prev linked", "prev prose", "prev tag", "next words", "next linked", "next prose", "next tag", "next2 words", "next2 linked",
	"near linked", "near prose", "wide linked", "wide prose", "to half", "depth", "own prose", "parent linked", "parent prose",
	"grand linked", "grand prose", "grand share", "grand2 linked", "grand2 prose", "grand2 mean", "repeat", "repeat own",
	"page words", "page prose", "page linked", "page blocks", "page links", "page h1", "page articles", "page main", "page paragraphs", "page items",
	"kind article", "kind list", "kind product", "kind reference", "kind service", "kind thread",
}
