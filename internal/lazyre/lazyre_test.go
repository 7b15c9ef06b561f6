package lazyre_test

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

func TestCompile(t *testing.T) {
	storm := lazyre.Compile(`^(typhoon|hurricane)$`)
	first, second := storm(), storm()
	if first != second || !first.MatchString("typhoon") || first.MatchString("rain") {
		t.Error("it is not one expression that matches as written")
	}
	wrong := lazyre.Compile(`(`) // costs nothing before it is called
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression was compiled")
		}
	}()
	wrong()
}
