{{- /* The image of all processes; the tag is the chart's own version unless another is named. */ -}}
{{- define "heddle.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
