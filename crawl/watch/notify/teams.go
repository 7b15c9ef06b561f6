package notify

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// teams is a webhook of Microsoft Teams, made by Workflows, or an incoming webhook of
// older times: https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
//
// The limit is 28 KB; programs that measured it were refused from about 21 KB on
// (https://www.rubydoc.info/gems/msteams_hermes/MsTeamsHermes/Message).
func teams() Service {
	return Service{
		Kind: "teams", Markup: markdown(backslashes), Titled: true, Max: 20_000, Size: bytesOfBody,
		Post: func(to target, t *Text, _ time.Time) (*Post, error) {
			return post(to.URL, map[string]any{"type": "message", "attachments": []any{map[string]any{
				"contentType": "application/vnd.microsoft.card.adaptive",
				"content": map[string]any{
					"$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "type": "AdaptiveCard", "version": "1.4",
					"msteams": map[string]string{"width": "Full"}, "body": teamsLines(t),
				},
			}}})
		},
		Judge: judgeTeams,
	}
}

// teamsLines makes each line a block: within a block, a single line break is not shown
// everywhere.
func teamsLines(t *Text) (blocks []any) {
	color := "Default"
	if t.Urgent {
		color = "Attention"
	}
	blocks = append(blocks, map[string]any{"type": "TextBlock", "text": backslashes(t.Title), "weight": "Bolder", "size": "Medium", "color": color, "wrap": true})
	space := "Small"
	for line := range strings.SplitSeq(t.Body, "\n") {
		if strings.TrimSpace(line) == "" {
			space = "Medium"
			continue
		}
		blocks = append(blocks, map[string]any{"type": "TextBlock", "text": line, "wrap": true, "spacing": space})
		space = "None"
	}
	return blocks
}

// judgeTeams: Workflows answer 202 and no text, the older service 200 and "1". The older
// one also answers 200 with the error of a service behind it in the text: "Webhook message
// delivery failed with error: Microsoft Teams endpoint returned HTTP error 429".
func judgeTeams(status int, answer []byte) error {
	said := strings.TrimSpace(string(answer))
	_, after, failed := strings.Cut(said, "HTTP error ")
	switch {
	case status == archived:
		return &problem{Text: "HTTP status 410"}
	case !ok(status):
		return errForeign
	case failed:
		var code int
		fmt.Sscanf(after, "%d", &code) //nolint:errcheck // no number is the number 0
		p := &problem{Text: "Teams answers HTTP error " + fmt.Sprint(code), Refused: code == http.StatusRequestEntityTooLarge}
		if code == http.StatusTooManyRequests {
			p.Wait = time.Minute
		}
		return p
	case strings.HasPrefix(said, "<"): // the page of a proxy or a log-in
		return errForeign
	case strings.Contains(strings.ToLower(said), "failed"):
		return &problem{Text: said}
	}
	return nil
}
